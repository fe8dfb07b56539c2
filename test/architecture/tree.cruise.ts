import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { cruise } from "dependency-cruiser";
import { oneWayRules } from "./one-way.rules.ts";

export interface Cruised {
  /** How many modules were looked at, packages included. */
  readonly modules: number;
  /** One line per broken rule: `rule: from → to`. */
  readonly broken: readonly string[];
}

/** Looks at every import of a tree laid out like this repository, type-only ones included. */
export async function cruiseTree(root: string): Promise<Cruised> {
  const { output } = await cruise(["server", "src"], {
    baseDir: root,
    ruleSet: { forbidden: oneWayRules },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
  });
  if (typeof output === "string") throw new Error(`dependency-cruiser answered with text: ${output}`);
  const broken = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return { modules: output.modules.length, broken: broken.toSorted() };
}

const network =
  /(?<![\w.$])(?:(?:window|globalThis|self)\.)?(?:fetch\s*\(|new\s+(?:EventSource|WebSocket|XMLHttpRequest)\b)/;

/** Files of the console outside `api/` that reach for the network themselves. */
export function networkOutsideApi(root: string): readonly string[] {
  const source = path.join(root, "src", "renderer", "src");
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /\.(ts|vue)$/.test(file) && !file.endsWith(".test.ts") && !file.startsWith("api/"))
    .filter((file) => network.test(withoutComments(readFileSync(path.join(source, file), "utf8"))));
}

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
