/**
 * The import rule of docs/architecture.md: imports point downwards only.
 *
 *   app → components, agents, lib, db      agents → lib, db      lib → db      db → nothing above
 *   lib/contracts → zod, itself (everybody may import it)        lib/nlq → lib/contracts, itself
 *   components → components, lib/contracts, lib/format, types            evals, scripts stand beside app
 */
const only = (name, comment, from, allowed, fromNot) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, ...(fromNot ? { pathNot: fromNot } : {}) },
  to: { path: "^(app|components|agents|lib|db|evals|scripts|e2e)/", pathNot: allowed },
});

const test = "\\.test\\.tsx?$";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Types may refer to each other; code may not.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-cycles-between-components",
      comment:
        "Folders of components stand in layers, types included; what two of them need lies in a third.",
      severity: "error",
      scope: "folder",
      from: { path: "^components" },
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import that leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    only("db-imports-nothing-above", "db stands at the bottom.", "^db/", "^(db|lib/contracts)/"),
    only("lib-imports-db-only", "lib knows what can be done, not when.", "^lib/", "^(lib|db)/"),
    only("agents-import-lib-and-db", "agents know no screen.", "^agents/", "^(agents|lib|db)/"),
    only(
      "app-imports-downwards",
      "app is not a place to test or measure from.",
      "^app/",
      "^(app|components|agents|lib|db)/",
    ),
    only(
      "evals-and-scripts-stand-beside-app",
      "They run the same graph without the screen.",
      "^(evals|scripts)/",
      "^(evals|scripts|agents|lib|db)/",
    ),
    {
      name: "components-see-types-only",
      comment:
        "A component sees events and views. It may import the type of a server action, never server code.",
      severity: "error",
      from: { path: "^components/" },
      to: {
        path: "^(app|agents|lib|db|evals|scripts)/",
        // Catalogs to test with are data.
        pathNot: "^lib/(contracts|format|nlq/testing)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "components-run-in-the-browser",
      comment: "No Node module and no driver reaches the browser's bundle.",
      severity: "error",
      from: { path: "^components/", pathNot: test },
      to: {
        path: "^[a-z:_/]+$|node_modules/(pg|postgres|drizzle-orm|@langchain|libpg-query|pino)/",
        dependencyTypes: ["core", "npm"],
        dependencyTypesNot: ["type-only"],
      },
    },
    only(
      "contracts-import-themselves",
      "Every layer imports the contracts, so they import none.",
      "^lib/contracts/",
      "^lib/contracts/",
    ),
    {
      name: "contracts-use-zod-only",
      severity: "error",
      from: { path: "^lib/contracts/", pathNot: test },
      to: {
        path: "node_modules|^[a-z:]+$",
        pathNot: "node_modules/zod/",
        dependencyTypes: ["npm", "npm-dev", "core"],
      },
    },
    {
      name: "drivers-stay-behind-the-gate",
      comment:
        "A database driver is called by connectors and our own stores only: no statement takes another way. The engine holds the pool of the graph's checkpoints.",
      severity: "error",
      from: {
        path: "^(app|components|agents|lib)/",
        pathNot: `^lib/warehouse/connectors/|^agents/engine\\.ts$|${test}`,
      },
      to: { path: "node_modules/(pg|postgres|mysql2|@duckdb)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-the-gate-makes-judged-statements",
      severity: "error",
      from: { pathNot: "^lib/warehouse/(guard/judge|connectors/[a-z]+/connector)\\.ts$" },
      to: { path: "^lib/warehouse/guard/judged\\.ts$" },
    },
    only(
      "nlq-is-pure",
      "The reader calls nothing: no I/O, no clock, no database.",
      "^lib/nlq/",
      "^lib/(nlq|contracts)/",
      test,
    ),
    {
      name: "nlq-touches-no-machine",
      severity: "error",
      from: { path: "^lib/nlq/", pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^\\.next/" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
};
