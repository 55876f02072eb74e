"use client";

import { GeistSans } from "geist/font/sans";
import { Failure } from "#components/shell/failure.tsx";
import messages from "./messages/en.json";
import "./globals.css";

/**
 * In the place of the whole document, where the layout itself failed: it reads the store for the list of conversations.
 * Nothing around it provides the texts, so it takes them from the file.
 */
export default function GlobalError() {
  const { title, text, again } = messages.error;
  return (
    <html lang="en" className={GeistSans.variable}>
      <body className="bg-paper font-sans text-ink antialiased">
        <title>{`${title} · ${messages.app.name}`}</title>
        <Failure title={title} text={text} again={again} />
      </body>
    </html>
  );
}
