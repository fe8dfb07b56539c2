import { z } from "zod";
import { QueryInteger, QuerySwitch } from "./common.ts";
import type { Format } from "./formats.ts";

/** One sort key: the wire name of a field, and its direction. */
export type Order<F extends string = string> = { readonly field: F; readonly isDescending: boolean };

export type Page<F extends string = string> = {
  readonly limit: number;
  readonly offset: number;
  readonly ordering: readonly Order<F>[];
};

/** Query parameters that choose the response format. */
export function formatQuery<const F extends Format>(formats: readonly F[]) {
  return {
    format: z.enum(formats).optional().describe("Response format; takes precedence over `Accept`."),
    _download: QuerySwitch.describe("Sends the response as a file download in the chosen format."),
  };
}

/** Query parameters of every paginated list. `fields` are the fields it can be sorted by. */
export function pageQuery<const F extends string, const T extends Format>(fields: readonly F[], formats: readonly T[]) {
  return {
    ...formatQuery(formats),
    limit: QueryInteger.pipe(z.int().min(1).max(1000))
      .default(10)
      .describe("Maximum number of entries; default 10, at most 1000."),
    offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Number of entries to skip."),
    ordering: orderingOf(fields),
  };
}

function orderingOf<F extends string>(fields: readonly F[]) {
  return z
    .string()
    .max(256)
    .default("")
    .transform((text, context): readonly Order<F>[] =>
      text.split(",").flatMap((part) => {
        const name = part.trim();
        if (name === "") return [];
        const isDescending = name.startsWith("-");
        const field = fields.find((one) => one === name.slice(isDescending ? 1 : 0));
        if (field !== undefined) return { field, isDescending };
        context.addIssue({
          code: "custom",
          message: `\`${name}\` is not a field to sort by; use ${fields.join(", ")}`,
        });
        return [];
      }),
    )
    .describe(`Comma-separated fields to sort by, with a minus sign for descending order: ${fields.join(", ")}.`);
}
