"use client";

import { Check, CircleAlert, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import type { SourceHealth } from "#lib/contracts/source.ts";

const LOOKS = {
  ready: { icon: Check, colour: "text-good" },
  unsafe: { icon: CircleAlert, colour: "text-person" },
  unreachable: { icon: Unplug, colour: "text-bad" },
};

/** What each login came to, and the script to run instead of one that can do too much. */
export function HealthLines({ health }: { health: SourceHealth[] }) {
  const t = useTranslations("data");
  return (
    <ul className="flex flex-col gap-3">
      {health.map(({ role, state, sentence, script }) => {
        const { icon: Icon, colour } = LOOKS[state];
        return (
          <li key={role} className="flex gap-2.5 text-sm">
            <Icon className={`mt-0.5 size-4 shrink-0 ${colour}`} aria-label={t(`state.${state}`)} />
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <p>{sentence}</p>
              {script && <SqlBlock sql={script} params={[]} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
