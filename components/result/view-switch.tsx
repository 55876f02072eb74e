import { useTranslations } from "next-intl";

export type ResultView = "chart" | "figure" | "table" | "sql";

interface ViewSwitchProps {
  views: ResultView[];
  view: ResultView;
  onChange: (view: ResultView) => void;
}

/** Which face of a result is shown. */
export function ViewSwitch({ views, view, onChange }: ViewSwitchProps) {
  const t = useTranslations("result");
  return (
    <fieldset className="flex rounded-lg border border-line bg-panel p-0.5 text-sm">
      <legend className="sr-only">{t("view")}</legend>
      {views.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => onChange(each)}
          className={`rounded-md px-2.5 py-1 transition-colors max-sm:py-1.5 ${view === each ? "bg-raised font-medium shadow-card" : "text-ink-soft hover:text-ink"}`}
        >
          {t(each)}
        </button>
      ))}
    </fieldset>
  );
}
