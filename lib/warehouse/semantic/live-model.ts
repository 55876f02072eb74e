import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CoreDatabase } from "#db/core/client.ts";
import type { SourceConfig } from "#lib/config/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { keepModelVersion, modelVersions } from "./model-store.ts";
import {
  type ModelFault,
  readSemanticModel,
  type SemanticModel,
  SemanticModelError,
} from "./semantic-model.ts";

/** How long the file is taken to be as it was. */
const LOOK_MS = 1_000;

/** A source's model as it is in force, which follows its file. */
export interface LiveModel {
  /** Where the file is, or will be once something is added. */
  path: string;
  /** The version in force; empty where there is none. */
  text(): string;
  /** Null where the source has none. Throws `E_CONFIG` where the file is faulty and no version was ever good. */
  parsed(): SemanticModel | null;
  /** Of the file as it stands; the last good version stays in force as long as there are any. */
  faults(): ModelFault[];
  /** Takes in what changed in the file: looks once a second at most, unless it is to look `now`. */
  refresh(when?: "now"): Promise<void>;
}

/**
 * Opens the model of a source. Good versions are kept in the store, so that one is there to fall back on after a
 * restart with a faulty file.
 *
 * @throws AppError `E_CONFIG` where the file is faulty and there is no store, or cannot be read
 */
export function openModel(config: SourceConfig, db?: CoreDatabase): LiveModel {
  const path =
    config.semantic_model ??
    join(resolve(process.env.CAUSEWAY_DATA || ".causeway"), "semantic", `${config.id}.yaml`);
  let [stamp, lookedAt] = ["", Number.NEGATIVE_INFINITY];
  let good: { text: string; parsed: SemanticModel | null } | null = null;
  let faults: ModelFault[] = [];
  let isKept = true;
  const unusable = (reason: string, cause?: unknown) =>
    new AppError("E_CONFIG", `The semantic model of ${config.name} (${path}) cannot be used: ${reason}`, {
      cause,
    });
  const read = () => {
    if (config.semantic_model === undefined && !existsSync(path)) {
      [good, faults, stamp] = [{ text: "", parsed: null }, [], ""];
      return;
    }
    try {
      const { mtimeMs, size } = statSync(path);
      const latest = `${mtimeMs}:${size}`;
      if (latest === stamp) return;
      const text = readFileSync(path, "utf8");
      stamp = latest;
      good = { text, parsed: readSemanticModel(text) };
      [faults, isKept] = [[], false];
    } catch (error) {
      faults =
        error instanceof SemanticModelError
          ? error.faults
          : [{ path, line: 1, message: "The file cannot be read. Put it back, or let this user read it." }];
      if (!(error instanceof SemanticModelError)) stamp = "";
    }
  };
  read();
  if (!good && !db) throw unusable(new SemanticModelError(faults).message);
  return {
    path,
    text: () => good?.text ?? "",
    parsed: () => {
      if (!good) throw unusable(new SemanticModelError(faults).message);
      return good.parsed;
    },
    faults: () => faults,
    async refresh(when) {
      if (when !== "now" && performance.now() - lookedAt < LOOK_MS) return;
      lookedAt = performance.now();
      read();
      if (!db) return;
      if (!good) {
        const [last] = await modelVersions(db, config.id, 1);
        if (last) good = { text: last.text, parsed: readSemanticModel(last.text) };
      } else if (!isKept) {
        await keepModelVersion(db, config.id, good.text, "file");
        isKept = true;
      }
    },
  };
}
