import Link from "next/link";
import type { ScoredPassage, SearchResult } from "#lib/contracts/passage.ts";
import { AboutPassage } from "./about-passage.tsx";
import { PassageBadges } from "./badges.tsx";
import { documentHref } from "./document-href.ts";
import { Scores } from "./scores.tsx";

interface FoundPassageProps {
  passage: ScoredPassage;
  threshold: SearchResult["threshold"];
}

/** A passage that was found and not cited: its title, its beginning, its figures. */
export function FoundPassage({ passage, threshold }: FoundPassageProps) {
  return (
    <li className="flex flex-col gap-1 border-line border-l-2 pl-3">
      <Link
        href={documentHref(passage)}
        className="w-fit font-medium text-sm underline decoration-line-strong underline-offset-4 hover:decoration-passages"
      >
        {passage.title}
      </Link>
      <AboutPassage about={passage} />
      <PassageBadges {...passage} />
      <p className="line-clamp-2 text-ink-soft text-sm [overflow-wrap:anywhere]">{passage.text}</p>
      <Scores passage={passage} threshold={threshold} />
    </li>
  );
}
