import { z } from "zod";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { readResultFor } from "#lib/runs/results.ts";

const pageSchema = z.object({
  from: z.coerce.number().int().min(0).catch(0),
  rows: z.coerce.number().int().min(1).max(10_000).catch(500),
});

/** Rows of a stored result, a page at a time, for whoever asked for them. A result never changes. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  const { from, rows } = pageSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  try {
    const { actor } = await currentActor();
    const result = await readResultFor((await engine()).core.db, actor, id);
    const page = {
      ...result,
      rows: result.rows.slice(from, from + rows),
      storedRows: result.rows.length,
      from,
    };
    return Response.json(page, { headers: { "Cache-Control": "private, no-store" } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const status = error.code === "E_RESULT_UNKNOWN" ? 404 : 403;
    return Response.json({ code: error.code, sentence: error.sentence }, { status });
  }
}
