import type { Plugin } from "vite";

/** The parts of a syntax tree that are read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

type Cut = { readonly start: number; readonly end: number };

const CONTRACT = /\/server\/contracts\/[^/]+\.ts$/u;
/** Methods of a schema that are used only to generate the API documents. */
const DOCUMENTING = new Set(["describe", "meta"]);

/**
 * Removes the descriptions of fields from the contracts in the console. The console only validates with them, and each
 * description would copy its schema whenever the console is opened.
 */
export function plainContractsPlugin(): Plugin {
  return {
    name: "plain-contracts",
    enforce: "pre",
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        const cuts = [...documentingCalls(this.parse(code, { lang: "ts" }))].sort((a, b) => b.start - a.start);
        return cuts.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
      },
    },
  };
}

/** From after the schema to the end of the call: `.describe("…")`. */
function* documentingCalls(value: unknown): Generator<Cut> {
  if (Array.isArray(value)) {
    for (const one of value) yield* documentingCalls(one);
  } else if (isNode(value)) {
    const schema = documented(value);
    if (schema === undefined) {
      for (const one of Object.values(value)) yield* documentingCalls(one);
    } else {
      yield { start: schema.end, end: value.end };
      yield* documentingCalls(schema);
    }
  }
}

/** The schema that a call documents; `undefined` for every other node. */
function documented(node: Node): Node | undefined {
  const { callee } = node as { readonly callee?: unknown };
  if (node.type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return undefined;
  const { object, property } = callee as Node & {
    readonly object: Node;
    readonly property: { readonly name?: string };
  };
  return DOCUMENTING.has(property.name ?? "") ? object : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}
