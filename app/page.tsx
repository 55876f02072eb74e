import { Home } from "#components/thread/home.tsx";
import { ask } from "./actions.ts";
import { currentActor } from "./actor.ts";
import { exampleQuestions } from "./examples.ts";

export default async function HomePage() {
  const { actor, source } = await currentActor();
  const examples = await exampleQuestions(source, actor);
  return (
    <Home sourceName={source.config.name} asOf={source.config.as_of ?? null} examples={examples} ask={ask} />
  );
}
