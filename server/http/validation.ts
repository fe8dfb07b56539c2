import type { z } from "zod";
import { explainIssue } from "../kernel/schema-issues.ts";
import type { FieldProblem } from "./problems.ts";

type Issue = z.core.$ZodIssue;

/** Which part of the request a value came from, by the first step of its path. */
export type FieldLocator = (field: string | undefined) => "query" | "path" | "body";

/** Describes each value that a schema refused in one sentence. */
export function fieldProblems(
  issues: readonly Issue[],
  locateField: FieldLocator,
  isRepeated: (field: string) => boolean,
): FieldProblem[] {
  return issues.map((issue) => {
    const [first] = issue.path;
    const field = first === undefined ? undefined : String(first);
    const loc = [locateField(field), ...issue.path.map(String)];
    if (field !== undefined && isRepeated(field)) {
      return { loc, msg: "must be given once only", type: "repeated_parameter" };
    }
    return { loc, ...explainIssue(issue) };
  });
}
