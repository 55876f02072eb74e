import { Home } from "#components/thread/home.tsx";
import { ask, chooseSource } from "./actions.ts";
import { currentActor } from "./actor.ts";
import { engine } from "./engine.ts";
import { exampleQuestions } from "./examples.ts";

export default async function HomePage() {
  const { actor, source } = await currentActor();
  const { sources } = await engine();
  const { id, name, as_of: asOf } = source.config;
  return (
    <Home
      source={{ id, name }}
      sources={sources.all().map(({ config }) => ({ id: config.id, name: config.name }))}
      chooseSource={chooseSource}
      asOf={asOf ?? null}
      examples={await exampleQuestions(source, actor)}
      ask={ask}
    />
  );
}
