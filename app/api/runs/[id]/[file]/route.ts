import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { auditBundle, readSummary } from "#lib/audit/bundle.ts";
import { summaryHtml, summaryMarkdown } from "#lib/audit/render-summary.ts";
import { AppError } from "#lib/contracts/errors.ts";

type Props = { params: Promise<{ id: string; file: string }> };

/** What of a run can be taken away: `summary.md`, `summary.html`, `summary.json`, and the audit `bundle.zip`. */
export async function GET(_: Request, { params }: Props): Promise<Response> {
  const { id, file } = await params;
  try {
    const { actor } = await currentActor();
    const { db } = (await engine()).core;
    if (file === "bundle.zip")
      return download(await auditBundle(db, actor, id), "application/zip", `causeway-${id}.zip`);
    const render = RENDERERS.get(file);
    if (!render) return Response.json({ sentence: `There is no ${file} of a run.` }, { status: 404 });
    const [type, text] = render;
    return download(text(await readSummary(db, actor, id)), type, `causeway-${id}-${file}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const status = error.code === "E_RUN_UNKNOWN" ? 404 : 403;
    return Response.json({ code: error.code, sentence: error.sentence }, { status });
  }
}

type Summary = Awaited<ReturnType<typeof readSummary>>;

const RENDERERS = new Map<string, [type: string, text: (summary: Summary) => string]>([
  ["summary.md", ["text/markdown; charset=utf-8", summaryMarkdown]],
  ["summary.html", ["text/html; charset=utf-8", summaryHtml]],
  ["summary.json", ["application/json", (summary) => `${JSON.stringify(summary, null, 2)}\n`]],
]);

function download(body: string | Uint8Array, type: string, name: string): Response {
  return new Response(body as BodyInit, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
