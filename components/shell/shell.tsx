"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ThreadView } from "#lib/contracts/run.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { Brand } from "./brand.tsx";
import { type CollectionProgress, CollectionsLine } from "./collections-line.tsx";
import { DataLink } from "./data-link.tsx";
import { NewQuestion } from "./new-question.tsx";
import { RoleSwitch } from "./role-switch.tsx";
import { SkipLink } from "./skip-link.tsx";
import { ThreadList } from "./thread-list.tsx";
import { useDrawer } from "./use-drawer.ts";
import { useThreads } from "./use-threads.ts";

interface SourceRoles {
  id: string;
  /** Whose rights count there now. */
  role: string;
  roles: string[];
}

export interface ShellProps {
  initialThreads: ThreadView[];
  loadThreads: () => Promise<ThreadView[]>;
  sources: SourceRoles[];
  /** The source that a new conversation asks. */
  chosenSource: string;
  switchRole: (sourceId: string, role: string) => Promise<Outcome<string>>;
  /** Collections of documents that can be searched. */
  collections: CollectionProgress[];
  children: ReactNode;
}

/** The frame around every page: conversations on the left, or behind a button on a narrow screen. */
export function Shell({
  initialThreads,
  loadThreads,
  sources,
  chosenSource,
  switchRole,
  collections,
  children,
}: ShellProps) {
  const t = useTranslations();
  const pathname = usePathname();
  const { open, show, close, panel } = useDrawer(pathname);
  const threads = useThreads(initialThreads, loadThreads);
  const asked = threads.find((each) => pathname === `/threads/${each.id}`)?.sourceId ?? chosenSource;
  const source = sources.find((each) => each.id === asked);
  return (
    <div className="flex min-h-dvh">
      <SkipLink to="answer" label={t("app.skip")} />
      <button
        type="button"
        aria-label={t("sidebar.open")}
        aria-expanded={open}
        onClick={show}
        className="fixed top-2.5 left-3 z-20 grid size-9 place-items-center rounded-md border border-line bg-raised lg:hidden"
      >
        <Menu className="size-4" aria-hidden />
      </button>
      {open && <div aria-hidden className="fixed inset-0 z-30 bg-black/35 lg:hidden" onPointerDown={close} />}
      <nav
        ref={panel}
        aria-label={t("sidebar.open")}
        className={`fixed inset-y-0 left-0 z-40 flex w-64 flex-col gap-4 border-line border-r bg-panel px-3 pt-4 pb-3 transition-transform duration-150 lg:sticky lg:top-0 lg:h-dvh lg:w-60 lg:translate-x-0 ${open ? "translate-x-0" : "invisible -translate-x-full lg:visible"}`}
      >
        <div className="flex items-center justify-between px-1.5">
          <Brand name={t("app.name")} />
          <button
            type="button"
            aria-label={t("sidebar.close")}
            className="-my-2 grid size-9 place-items-center rounded-md lg:hidden"
            onClick={close}
          >
            <X className="size-4" aria-hidden />
          </button>
        </div>
        <NewQuestion />
        <ThreadList threads={threads} current={pathname} />
        <DataLink current={pathname.startsWith("/data")} />
        <CollectionsLine collections={collections} />
        {source && (
          <RoleSwitch
            role={source.role}
            roles={source.roles}
            switchRole={(role) => switchRole(source.id, role)}
          />
        )}
      </nav>
      {/* What the drawer covers is out of reach while it is open. */}
      <div className="min-w-0 flex-1" inert={open}>
        {children}
      </div>
    </div>
  );
}
