import { type DocumentedOperation, listOf, objectOf } from "./docs-operations.ts";
import { isObject } from "./json-schema.ts";

/** Example values of parameters. */
const EXAMPLES: Readonly<Record<string, string>> = {
  from: "-PT1H",
  bbox: "14.2,50.0,14.6,50.2",
  operation_id: "0190163d-8694-739b-aea5-966c26f8ad90",
  source_id: "0190163d-8694-739b-aea5-966c26f8ad91",
};

/** Optional parameters without which a list is empty, so the example includes them. */
const EXAMPLE_PARAMETERS: readonly string[] = ["from", "bbox"];

/** A request that can be copied into a terminal. */
export function curlOf({ method, path, operation }: DocumentedOperation, baseUrl: string): string {
  const parameters = listOf(operation["parameters"]).filter(isObject);
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => EXAMPLES[name] ?? "ID");
  const body = isObject(operation["requestBody"]) ? operation["requestBody"] : undefined;
  const shown = parameters.filter(
    ({ in: place, name, required }) =>
      place === "query" && (required === true || EXAMPLE_PARAMETERS.includes(String(name))),
  );
  const isQueryByPost = method === "post" && shown.length > 0;

  const parts = ["curl"];
  if (method === "get" && shown.length > 0) parts.push("--get");
  if (method !== "get" && method !== "post") parts.push(`--request ${method.toUpperCase()}`);
  parts.push(`'${baseUrl}${address}'`);
  if (isQueryByPost) {
    const example = Object.fromEntries(shown.map(({ name }) => [String(name), valueOf(String(name))]));
    parts.push("--header 'Content-Type: application/json'", `--data '${JSON.stringify(example)}'`);
  } else {
    for (const { name } of shown) parts.push(`--data-urlencode '${String(name)}=${valueOf(String(name))}'`);
    if (body !== undefined) {
      const [type = "application/json"] = Object.keys(objectOf(body["content"]));
      parts.push(`--header 'Content-Type: ${type}'`, "--data @body.json");
    }
  }
  return parts.join(" \\\n  ");
}

function valueOf(name: string): string {
  return EXAMPLES[name] ?? "VALUE";
}
