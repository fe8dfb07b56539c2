import { escapeHtml, renderParagraphs } from "./docs-text.ts";
import { isObject, type Json, type JsonObject } from "./json-schema.ts";

/**
 * Describes a JSON Schema as text and lists; components are linked, not repeated. `own` omits what the heading shows.
 */
export function describeSchema(schema: JsonObject, { own = false } = {}): string {
  const reference = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
  if (reference !== undefined) return `<a href="#schema-${escapeHtml(reference)}">${escapeHtml(reference)}</a>`;
  const branches = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
  if (Array.isArray(branches))
    return branches
      .filter(isObject)
      .map((one) => describeSchema(one))
      .join(" or ");
  if (isObject(schema["properties"])) return describeProperties(schema, schema["properties"], own);
  if (schema["type"] === "array" && isObject(schema["items"])) return `array of ${describeSchema(schema["items"])}`;
  return `${escapeHtml(typeOf(schema))}${bounds(schema)}`;
}

function describeProperties(schema: JsonObject, properties: JsonObject, own: boolean): string {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const rows = Object.entries(properties).map(([name, value]) => {
    const property = isObject(value) ? value : {};
    const optional = required.includes(name) ? "" : " <em>optional</em>";
    const description = typeof property["description"] === "string" ? renderParagraphs(property["description"]) : "";
    return `<dt><code>${escapeHtml(name)}</code>${optional} <span>${describeSchema(property)}</span></dt><dd>${description}</dd>`;
  });
  const list = `<dl>${rows.join("\n")}</dl>`;
  return own ? list : `object ${list}`;
}

function typeOf(schema: JsonObject): string {
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const { type = "anything", format } = schema;
  const words = Array.isArray(type) ? type.join(" or ") : String(type);
  return typeof format === "string" ? `${words} (${format})` : words;
}

const BOUNDS: readonly (readonly [string, string])[] = [
  ["minimum", "≥"],
  ["maximum", "≤"],
  ["maxLength", "length ≤"],
  ["default", "default"],
];

function bounds(schema: JsonObject): string {
  const shown = BOUNDS.flatMap(([key, word]) =>
    isMeaningfulBound(schema[key]) ? [`${word} ${JSON.stringify(schema[key])}`] : [],
  );
  return shown.length === 0 ? "" : ` <small>${escapeHtml(shown.join(", "))}</small>`;
}

/** The largest safe integer is only a technical bound. */
function isMeaningfulBound(bound: Json | undefined): boolean {
  return bound !== undefined && Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER;
}
