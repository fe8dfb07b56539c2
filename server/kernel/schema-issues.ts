import type { z } from "zod";

type Issue = z.core.$ZodIssue;
type KindIssue = Extract<Issue, { readonly options?: readonly Primitive[] }>;
type Primitive = z.core.util.Primitive;

/** Longer lists, such as all countries, are not spelled out in an error message. */
const MAX_NAMED_VALUES = 30;

/** A schema violation as a message to follow the name of its field, such as `must be at most 90`, and an error type. */
export function explainIssue(issue: Issue): { readonly msg: string; readonly type: string } {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? { type: "missing", msg: "is required" }
        : { type: "invalid_type", msg: `must be ${withArticle(issue.expected)}` };
    case "invalid_union": {
      if ("options" in issue) return explainKind(issue);
      const closest = closestBranch(issue.errors);
      if (closest === undefined) return { type: "invalid_value", msg: "is not one of the allowed forms" };
      const { msg, type } = explainIssue(closest);
      // The issue may be nested below the union: `region: radius is required`.
      return { type, msg: [closest.path.map(String).join("."), msg].filter((part) => part !== "").join(" ") };
    }
    case "invalid_value":
      return issue.input === undefined
        ? { type: "missing", msg: "is required" }
        : { type: "invalid_value", msg: oneOf(issue.values) };
    case "too_small":
      return { type: "too_small", msg: boundOf(issue.origin, issue.minimum, "at least", issue.inclusive ?? true) };
    case "too_big":
      return { type: "too_large", msg: boundOf(issue.origin, issue.maximum, "at most", issue.inclusive ?? true) };
    case "invalid_format":
      return { type: "invalid_format", msg: formatMessage(issue.format, issue.message) };
    default:
      return { type: issue.code, msg: issue.message };
  }
}

/** What the discriminator of a union of objects has to be. */
function explainKind({ discriminator = "", input, options: kinds = [] }: KindIssue) {
  const isGiven = typeof input === "object" && input !== null && Object.hasOwn(input, discriminator);
  return isGiven ? { type: "invalid_value", msg: oneOf(kinds) } : { type: "missing", msg: "is required" };
}

function oneOf(values: readonly Primitive[]): string {
  if (values.length > MAX_NAMED_VALUES) return "is not one of the allowed values";
  const named = values.map((value) => `\`${String(value)}\``);
  return named.length === 1 ? `must be ${named[0]}` : `must be one of ${named.join(", ")}`;
}

function formatMessage(format: string, message: string): string {
  if (format === "datetime") return "must be an ISO 8601 date-time with Z or an offset";
  return format === "regex" ? message : `is not a valid ${format}`;
}

/** The union branch that matched the kind of the value; otherwise the last one, which is the most general. */
function closestBranch(branches: readonly (readonly Issue[])[]): Issue | undefined {
  const understood = branches.find(
    ([issue]) => issue !== undefined && !(issue.code === "invalid_type" && issue.path.length === 0),
  );
  return (understood ?? branches.at(-1))?.[0];
}

function boundOf(origin: string, bound: number | bigint, word: "at least" | "at most", inclusive: boolean): string {
  const unit = { string: "characters", array: "entries", set: "entries" }[origin];
  if (unit === undefined) {
    return inclusive ? `must be ${word} ${bound}` : `must be ${word === "at least" ? "greater" : "less"} than ${bound}`;
  }
  if (word === "at least" && BigInt(bound) === 1n) return "must not be empty";
  return `must have ${word} ${bound} ${unit}`;
}

function withArticle(expected: string): string {
  const word = { int: "integer", array: "array", object: "object", nonoptional: "value" }[expected] ?? expected;
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}
