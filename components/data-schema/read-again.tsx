"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { Outcome } from "#lib/contracts/stream.ts";

export type ReadAgainDoor = (sourceId: string) => Promise<Outcome<null>>;

/** Has the source's structure read anew, whatever its age. */
export function ReadAgain({ sourceId, readAgain }: { sourceId: string; readAgain: ReadAgainDoor }) {
  const t = useTranslations();
  const router = useRouter();
  const [isReading, start] = useTransition();
  const [said, setSaid] = useState<{ text: string; isFault: boolean } | null>(null);
  const read = () =>
    start(async () => {
      setSaid(null);
      const outcome = await attempt(readAgain(sourceId), t("error.unreachable"));
      setSaid(
        outcome.ok
          ? { text: t("schema.wasRead"), isFault: false }
          : { text: outcome.sentence, isFault: true },
      );
      if (outcome.ok) router.refresh();
    });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className={`text-sm ${said?.isFault ? "text-person" : "text-ink-soft"}`}>
        {isReading ? t("schema.reading") : said?.text}
      </p>
      <Choice disabled={isReading} onClick={read}>
        {t("schema.readAgain")}
      </Choice>
    </div>
  );
}
