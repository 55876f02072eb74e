"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SourceView } from "#lib/contracts/source.ts";
import { PageFrame } from "./page-frame.tsx";

/** The pages about a source, in the order one comes to need them; the first is at its own address. */
const TABS = ["tables", "joins", "meaning", "policy", "changes"] as const;

interface SourceHeaderProps {
  source: SourceView;
  children: ReactNode;
}

/** Name, place and pages of one source. */
export function SourceHeader({ source, children }: SourceHeaderProps) {
  const t = useTranslations("data");
  const pathname = usePathname();
  const base = `/data/${source.id}`;
  return (
    <PageFrame
      title={source.name}
      above={
        <Link href="/data" className="flex w-fit items-center gap-1 text-ink-soft text-sm hover:text-ink">
          <ChevronLeft className="size-3.5" aria-hidden />
          {t("title")}
        </Link>
      }
    >
      <nav aria-label={t("pages")} className="-mt-2 overflow-x-auto border-line border-b">
        <ul className="flex gap-5">
          {TABS.map((tab) => {
            const href = tab === "tables" ? base : `${base}/${tab}`;
            const isHere = pathname === href;
            return (
              <li key={tab}>
                <Link
                  href={href}
                  aria-current={isHere ? "page" : undefined}
                  className={`-mb-px block whitespace-nowrap border-b-2 py-2.5 text-sm transition-colors ${isHere ? "border-action font-medium text-ink" : "border-transparent text-ink-soft hover:text-ink"}`}
                >
                  {t(`tabs.${tab}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {children}
    </PageFrame>
  );
}
