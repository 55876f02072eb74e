import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Shell } from "#components/shell/shell.tsx";
import { listThreads } from "#lib/runs/threads.ts";
import { switchRole, threads } from "./actions.ts";
import { currentActor, currentIdentity, roleAt } from "./actor.ts";
import { collectionProgress } from "./collections.ts";
import { engine } from "./engine.ts";
import "./globals.css";
import { rolesOf } from "#lib/config/schema.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("app");
  return { title: { default: t("name"), template: `%s · ${t("name")}` }, description: t("description") };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf6" },
    { media: "(prefers-color-scheme: dark)", color: "#181816" },
  ],
};

// Every page carries a nonce and an identity, so none is made ahead of time.
export const dynamic = "force-dynamic";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { actor, source } = await currentActor();
  const identity = await currentIdentity();
  const { core, sources } = await engine();
  const conversations = await listThreads(core.db, actor);
  return (
    <html lang={await getLocale()} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body className="bg-paper font-sans text-ink antialiased">
        <NextIntlClientProvider>
          <Shell
            initialThreads={conversations}
            loadThreads={threads}
            chosenSource={source.config.id}
            sources={sources.all().map((each) => ({
              id: each.config.id,
              role: roleAt(each, identity),
              roles: rolesOf(each.config),
            }))}
            switchRole={switchRole}
            collections={await collectionProgress(actor.role)}
          >
            {children}
          </Shell>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
