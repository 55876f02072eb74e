import { type ComputedTable, computedTable } from "../analysis/computed-table.ts";

/** A text with its words, each as it is written and as it is counted. */
export interface Text {
  id: string;
  words: Array<{ stem: string; surface: string }>;
}

export interface Theme {
  /** As it is most often written: `price increase`. */
  label: string;
  /** Ids of the texts it stands in, of those looked at. */
  texts: string[];
  /** Texts it stands in, of those compared with. */
  elsewhere: number;
  /** Dunning's G² against the others. */
  score: number;
}

const MOST = 8;
/** Found in fewer texts than this, it is no theme. */
const FEWEST = 3;
/** Themes that share so many of their texts are one. */
const SAME = 0.55;
/** χ² with one degree of freedom at p = 0.001. */
const CLEAR = 10.83;

/**
 * What some texts have in common that the others have less of: words and pairs of words, ranked by the log-likelihood
 * ratio G² of how many texts hold them here and elsewhere (Dunning 1993), where it is clearly above chance; those that
 * stand in mostly the same texts are told as one.
 *
 * @param texts the texts that are looked at
 * @param others what they are compared with; none of them may be among `texts`
 */
export function themesOf(texts: Text[], others: Text[]): Theme[] {
  const here = termsIn(texts);
  const elsewhere = termsIn(others);
  const found: Theme[] = [];
  for (const [term, { ids, surfaces }] of here) {
    if (ids.size < FEWEST) continue;
    const other = elsewhere.get(term)?.ids.size ?? 0;
    const score = logLikelihood(ids.size, texts.length, other, others.length);
    const more = ids.size / texts.length > other / Math.max(1, others.length);
    if (more && score >= CLEAR)
      found.push({ label: commonest(surfaces), texts: [...ids], elsewhere: other, score });
  }
  // A pair says more than its words do where it is nearly as clear.
  found.sort((a, b) => b.score * wordsIn(b) - a.score * wordsIn(a) || (a.label < b.label ? -1 : 1));
  const themes: Theme[] = [];
  for (const theme of found)
    if (!themes.some((known) => overlap(known.texts, theme.texts) > SAME)) themes.push(theme);
  return themes.slice(0, MOST);
}

function termsIn(texts: Text[]): Map<string, { ids: Set<string>; surfaces: Map<string, number> }> {
  const terms = new Map<string, { ids: Set<string>; surfaces: Map<string, number> }>();
  const add = (term: string, surface: string, id: string) => {
    const known = terms.get(term) ?? { ids: new Set(), surfaces: new Map() };
    known.ids.add(id);
    known.surfaces.set(surface, (known.surfaces.get(surface) ?? 0) + 1);
    terms.set(term, known);
  };
  for (const { id, words } of texts)
    words.forEach(({ stem, surface }, at) => {
      if (surface === "") return;
      add(stem, surface, id);
      const next = words[at + 1];
      if (next && next.surface !== "") add(`${stem} ${next.stem}`, `${surface} ${next.surface}`, id);
    });
  return terms;
}

/** G² of the table (with the term, without it) × (here, elsewhere). */
function logLikelihood(here: number, ofHere: number, elsewhere: number, ofElsewhere: number): number {
  const rate = (here + elsewhere) / (ofHere + ofElsewhere);
  const cell = (observed: number, expected: number) =>
    observed === 0 ? 0 : observed * Math.log(observed / expected);
  return (
    2 *
    (cell(here, ofHere * rate) +
      cell(ofHere - here, ofHere * (1 - rate)) +
      cell(elsewhere, ofElsewhere * rate) +
      cell(ofElsewhere - elsewhere, ofElsewhere * (1 - rate)))
  );
}

function wordsIn({ label }: Theme): number {
  return label.includes(" ") ? 2.5 : 1;
}

/** Share of the smaller list that stands in the other as well. */
function overlap(a: string[], b: string[]): number {
  const other = new Set(a);
  return b.filter((id) => other.has(id)).length / Math.min(a.length, b.length);
}

function commonest(surfaces: Map<string, number>): string {
  return [...surfaces].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}

/** The themes as a table: how many of the texts hold each, and how many of the others. */
export function themesTable(
  themes: Theme[],
  { title, texts, others, from }: { title: string; texts: number; others: number; from: string[] },
): ComputedTable | null {
  if (themes.length === 0) return null;
  const share = (count: number, of: number) => (of === 0 ? "0" : (count / of).toFixed(6));
  return computedTable(
    [
      { name: "theme", label: "Theme", role: "dimension" },
      { name: "texts", label: "Texts", role: "measure", unit: "count" },
      { name: "share", label: "Share of texts", role: "measure", unit: "ratio" },
      { name: "share_elsewhere", label: "Share of all other texts", role: "measure", unit: "ratio" },
    ],
    themes.map((theme) => [
      theme.label,
      String(theme.texts.length),
      share(theme.texts.length, texts),
      share(theme.elsewhere, others),
    ]),
    {
      operation: "themes",
      title,
      method: `Words and pairs of words that stand in more of these ${texts.toLocaleString("en")} texts than of the other ${others.toLocaleString("en")}, by Dunning's log-likelihood ratio. A text may hold several.`,
      from,
    },
  );
}
