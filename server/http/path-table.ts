/** The value registered for a path, with the values of its parameters, decoded. */
export type FoundPath<T> = { readonly value: T; readonly params: Readonly<Record<string, string>> };

type Segment = { readonly kind: "text" | "parameter"; readonly text: string };

/**
 * Finds the value for a path among templates such as `/v1/flights/{id}`, in the order in which they are given: a router
 * that tries one expression after the other takes longer for a late one than most handlers. A parameter is one segment
 * that is not empty; texts are compared exactly, as they were sent. The function throws `URIError` for a parameter that
 * is not well-formed.
 */
export function createPathTable<T>(
  templates: readonly { readonly path: string; readonly value: T }[],
): (path: string) => FoundPath<T> | undefined {
  const patterns = templates.map(({ path, value }) => ({ value, segments: segmentsOf(path) }));
  // The text before the first parameter decides most of it; within a group the order is kept.
  const groups = Map.groupBy(patterns, ({ segments }) => groupOf(segments.map(({ text }) => text)));
  for (const { segments } of patterns) {
    if (segments.slice(0, GROUPED).some(({ kind }) => kind === "parameter")) {
      throw new Error(`A path begins with a parameter: ${segments.map(({ text }) => text).join("/")}`);
    }
  }

  return (path) => {
    const texts = path.split("/");
    const found = groups.get(groupOf(texts))?.find(({ segments }) => fits(segments, texts));
    return found && { value: found.value, params: paramsOf(found.segments, texts) };
  };
}

/** Segments by which patterns are grouped, the empty one before the first slash included. */
const GROUPED = 3;

function groupOf(texts: readonly string[]): string {
  return `${texts.length}/${texts[1]}/${texts[2]}`;
}

function segmentsOf(path: string): readonly Segment[] {
  return path.split("/").map((text) => {
    const name = /^\{(\w+)\}$/.exec(text)?.[1];
    return name === undefined ? { kind: "text", text } : { kind: "parameter", text: name };
  });
}

function fits(segments: readonly Segment[], texts: readonly string[]): boolean {
  return segments.every(({ kind, text }, index) => (kind === "text" ? texts[index] === text : texts[index] !== ""));
}

function paramsOf(segments: readonly Segment[], texts: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [index, { kind, text }] of segments.entries()) {
    if (kind === "parameter") params[text] = decodeURIComponent(texts[index]!);
  }
  return params;
}
