import { z } from "zod";
import { QueryInteger, QuerySwitch } from "./common.ts";
import type { Format } from "./formats.ts";

/** One step of an order: the field of the wire, and its direction. */
export type Order<F extends string = string> = { readonly field: F; readonly isDescending: boolean };

export type Page<F extends string = string> = {
  readonly limit: number;
  readonly offset: number;
  readonly ordering: readonly Order<F>[];
};

/** Query parameters that choose how an answer is written. */
export function formatQuery<const F extends Format>(formats: readonly F[]) {
  return {
    format: z.enum(formats).optional().describe("How the answer is written; wins over `Accept`."),
    _download: QuerySwitch.describe("Sends the answer as a file to save, in the format chosen."),
  };
}

/** Query parameters of every list in pages. `fields` are those that it can be sorted by. */
export function pageQuery<const F extends string, const T extends Format>(fields: readonly F[], formats: readonly T[]) {
  return {
    ...formatQuery(formats),
    limit: QueryInteger.pipe(z.int().min(1).max(1000)).default(10).describe("Most entries; default 10, at most 1000."),
    offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Entries to skip."),
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
          message: `\`${name}\` is not a field to sort by; there are ${fields.join(", ")}`,
        });
        return [];
      }),
    )
    .describe(`Fields to sort by, in a comma list, a minus before those that descend: ${fields.join(", ")}.`);
}
