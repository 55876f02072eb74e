import type { ReactNode } from "react";

interface PageFrameProps {
  title: string;
  lead?: string;
  /** Stands above the title: where one came from. */
  above?: ReactNode;
  /** Stands beside the title: what can be done here. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page about data: one column, a title, what can be done. */
export function PageFrame({ title, lead, above, actions, children }: PageFrameProps) {
  return (
    <main id="answer" className="mx-auto flex max-w-5xl flex-col gap-6 px-5 pt-16 pb-20 lg:px-8 lg:pt-9">
      <header className="flex flex-col gap-2">
        {above}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
        {lead && <p className="max-w-2xl text-pretty text-ink-soft leading-relaxed">{lead}</p>}
      </header>
      {children}
    </main>
  );
}
