import { uploadTarget } from "#app/data/upload/target.ts";
import { engine } from "#app/engine.ts";
import { inWords } from "#app/outcome.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { addFile, removeFile } from "#lib/warehouse/files/folder.ts";
import { noteFileChange } from "#lib/warehouse/registry/registry.ts";

/** Takes one file (`?name=`, the body as it is) into a source and answers what became of it. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ source: string }> },
): Promise<Response> {
  try {
    insistOnOwnPage(request);
    const { source, actor, folder } = await uploadTarget((await params).source);
    const wanted = new URL(request.url).searchParams.get("name") ?? "";
    if (!request.body)
      throw new AppError("E_FILE_EMPTY", `${wanted || "The file"} is empty. Choose it again.`);
    const name = await addFile(folder, wanted, request.body);
    const report = await reportOf(source, name);
    if (report?.fault) {
      // What cannot be read is not kept.
      await removeFile(folder, name);
      return Response.json(report.fault, { status: 422 });
    }
    await noteFileChange((await engine()).core.db, actor, source.config.id, "file-added", name);
    await source.forget();
    return Response.json(report ?? null);
  } catch (error) {
    return Response.json(inWords(error), { status: 400 });
  }
}

async function reportOf(source: Awaited<ReturnType<typeof uploadTarget>>["source"], name: string) {
  // The folder is looked at once a second at most: the file may not be seen yet.
  for (let attempt = 0; attempt < 4; attempt++) {
    const found = (await source.connector.reports?.())?.find(({ file }) => file === name);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return undefined;
}

/** Another site's page may send a form here with this browser's cookie. */
function insistOnOwnPage(request: Request): void {
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host))
    throw new AppError("E_FORBIDDEN", "This file was sent from another site, so it was not taken.");
}
