"use client";

interface FailureProps {
  title: string;
  text: string;
  again: string;
}

/** What stands in a page's place where it could not be made. It loads anew: the fault was the server's. */
export function Failure({ title, text, again }: FailureProps) {
  return (
    <main id="answer" className="mx-auto flex max-w-xl flex-col gap-3 px-5 py-24">
      <h1 className="font-semibold text-2xl">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <button
        type="button"
        className="self-start text-rows underline underline-offset-4"
        onClick={() => window.location.reload()}
      >
        {again}
      </button>
    </main>
  );
}
