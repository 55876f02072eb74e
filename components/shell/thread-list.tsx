import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ThreadView } from "#lib/contracts/run.ts";

/** Conversations by day; a dot and words where one waits for a decision. */
export function ThreadList({ threads, current }: { threads: ThreadView[]; current: string }) {
  const t = useTranslations("sidebar");
  const today = new Date().toISOString().slice(0, 10);
  const groups = [
    { title: t("today"), threads: threads.filter((each) => each.updatedAt.slice(0, 10) === today) },
    { title: t("earlier"), threads: threads.filter((each) => each.updatedAt.slice(0, 10) !== today) },
  ].filter((group) => group.threads.length > 0);
  return (
    <div className="-mx-1 flex-1 overflow-y-auto px-1">
      {groups.length === 0 && <p className="px-2 text-ink-faint text-sm">{t("empty")}</p>}
      {groups.map((group) => (
        <section key={group.title} className="mb-4">
          <h2 className="px-2 pb-1 text-ink-faint text-xs">{group.title}</h2>
          <ul>
            {group.threads.map((thread) => (
              <li key={thread.id}>
                <ThreadLink thread={thread} active={current === `/threads/${thread.id}`} waits={t("waits")} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ThreadLink({ thread, active, waits }: { thread: ThreadView; active: boolean; waits: string }) {
  const working = thread.status === "running" || thread.status === "queued";
  return (
    <Link
      href={`/threads/${thread.id}`}
      aria-current={active ? "page" : undefined}
      className={`flex items-center justify-between gap-2 rounded-md px-2 py-1.5 text-sm transition-colors hover:bg-line/60 ${active ? "bg-line/70 font-medium" : "text-ink-soft"}`}
    >
      <span className="truncate">{thread.title}</span>
      {(thread.status === "needs_approval" || thread.status === "needs_answer") && (
        <span
          className="size-1.5 shrink-0 rounded-full bg-person"
          role="img"
          aria-label={waits}
          title={waits}
        />
      )}
      {working && <span className="pulse size-1.5 shrink-0 rounded-full bg-rows" aria-hidden />}
    </Link>
  );
}
