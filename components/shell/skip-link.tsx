/** Seen once the keyboard reaches it: past what comes between, to the element of that id. */
export function SkipLink({ to, label }: { to: string; label: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:border focus:border-line-strong focus:bg-raised focus:px-3 focus:py-2"
    >
      {label}
    </a>
  );
}
