import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PolicyView } from "#lib/contracts/policy-view.ts";

/** A source's rules to read: they are changed in their file, by whoever may. */
export function PolicyPage({ policy }: { policy: PolicyView }) {
  const t = useTranslations("data.policy");
  const { file, excluded, rules, limits, idle } = policy;
  return (
    <div className="flex flex-col gap-8">
      <p className="max-w-2xl text-pretty text-ink-soft">{file === null ? t("none") : t("lead", { file })}</p>
      {idle.length > 0 && (
        <ul className="flex flex-col gap-1 border-person border-l-2 pl-3 text-sm">
          {idle.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Part title={t("excluded")} empty={t("nothingExcluded")}>
        {excluded.map(({ id, what, reason }) => (
          <Line key={id} name={id} note={t(what)} text={reason} isCode />
        ))}
      </Part>
      <Part title={t("rules")} empty={t("noRules")}>
        {rules.map(({ rule, reason }) => (
          <Line key={rule} name={rule} text={reason} />
        ))}
      </Part>
      <Part title={t("limits")} empty="">
        {limits.map(({ name, value }) => (
          <Line key={name} name={name} text={value} />
        ))}
      </Part>
    </div>
  );
}

function Part({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">{title}</h2>
      {children.length === 0 ? (
        <p className="text-ink-faint text-sm">{empty}</p>
      ) : (
        <dl className="divide-y divide-line border-line border-y">{children}</dl>
      )}
    </section>
  );
}

interface LineProps {
  name: string;
  note?: string;
  text: string;
  isCode?: boolean;
}

function Line({ name, note, text, isCode = false }: LineProps) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-2.5 text-sm sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <dt className={`break-words ${isCode ? "font-mono text-[0.8rem] leading-5" : ""}`}>
        {name}
        {note && <span className="ml-2 font-sans text-ink-faint text-xs">{note}</span>}
      </dt>
      <dd className="text-ink-soft">{text}</dd>
    </div>
  );
}
