"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import type { ThreadView } from "#lib/contracts/run.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { Brand } from "./brand.tsx";
import { RoleSwitch } from "./role-switch.tsx";
import { ThreadList } from "./thread-list.tsx";
import { useThreads } from "./use-threads.ts";

export interface ShellProps {
  initialThreads: ThreadView[];
  loadThreads: () => Promise<ThreadView[]>;
  role: string;
  roles: string[];
  switchRole: (role: string) => Promise<Outcome<string>>;
  children: ReactNode;
}

/** The frame around every page: conversations on the left, or behind a button on a narrow screen. */
export function Shell({ initialThreads, loadThreads, role, roles, switchRole, children }: ShellProps) {
  const t = useTranslations("sidebar");
  const app = useTranslations("app");
  const pathname = usePathname();
  const [open, setOpen] = useState(false);
  const threads = useThreads(initialThreads, loadThreads);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#answer"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:bg-raised focus:px-3 focus:py-2"
      >
        {app("skip")}
      </a>
      <button
        type="button"
        aria-label={t("open")}
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="fixed top-2.5 left-3 z-20 grid size-9 place-items-center rounded-md border border-line bg-raised lg:hidden"
      >
        <Menu className="size-4" aria-hidden />
      </button>
      {open && (
        <button
          type="button"
          aria-label={t("close")}
          className="fixed inset-0 z-30 bg-black/35 lg:hidden"
          onClick={() => setOpen(false)}
        />
      )}
      <nav
        aria-label={t("open")}
        className={`fixed inset-y-0 left-0 z-40 flex w-64 flex-col gap-4 border-line border-r bg-panel px-3 pt-4 pb-3 transition-transform duration-150 lg:sticky lg:top-0 lg:h-dvh lg:w-60 lg:translate-x-0 ${open ? "translate-x-0" : "invisible -translate-x-full lg:visible"}`}
      >
        <div className="flex items-center justify-between px-1.5">
          <Brand name={app("name")} />
          <button type="button" aria-label={t("close")} className="lg:hidden" onClick={() => setOpen(false)}>
            <X className="size-4" aria-hidden />
          </button>
        </div>
        {/* A plain link: a new question starts from a fresh page, whatever is on screen. */}
        <a
          href="/"
          className="rounded-lg border border-line-strong bg-raised px-3 py-2 font-medium text-sm shadow-card transition-colors hover:border-ink-faint"
        >
          {t("newQuestion")}
        </a>
        <ThreadList threads={threads} current={pathname} />
        <RoleSwitch role={role} roles={roles} switchRole={switchRole} />
      </nav>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
