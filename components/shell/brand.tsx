/** A causeway: two banks and the arches between them. */
export function Brand({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2.5 font-semibold tracking-tight">
      <svg viewBox="0 0 28 20" className="h-5 w-7" aria-hidden="true">
        <path d="M1 18V14C1 7 6.5 2 14 2s13 5 13 12v4" fill="none" stroke="var(--rows)" strokeWidth="2.2" />
        <path d="M1 13h26M8 18v-5M14 18v-5M20 18v-5" fill="none" stroke="var(--passages)" strokeWidth="1.8" />
      </svg>
      {name}
    </span>
  );
}
