import type { GateCode, GateLayer } from "#lib/contracts/statement.ts";

/** Why a statement is refused: thrown by a layer, turned into its verdict by `judge`. */
export class GateFault extends Error {
  readonly layer: GateLayer;
  readonly code: GateCode;
  readonly candidates: string[];

  constructor(layer: GateLayer, code: GateCode, sentence: string, candidates: string[] = []) {
    super(sentence);
    this.layer = layer;
    this.code = code;
    this.candidates = candidates;
  }
}
