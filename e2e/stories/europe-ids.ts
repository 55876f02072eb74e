/** The ids of a run's results and searches. */
export interface EuropeIds {
  margin: string;
  cost: string;
  moved: string;
  found: string;
  nothing: string;
}

export function europeIds(runId: string): EuropeIds {
  const id = (name: string) => `${name}_${runId.slice(4, 16)}`;
  return {
    margin: id("res_a"),
    cost: id("res_b"),
    moved: id("sta_c"),
    found: id("ret_a"),
    nothing: id("ret_b"),
  };
}
