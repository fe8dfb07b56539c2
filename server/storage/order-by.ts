import type { Order } from "../contracts/pages.ts";

/**
 * The `ORDER BY` of a paginated list. `columns` maps every sortable field to its SQL; `last` is a unique column, so
 * that pages never overlap.
 */
export function orderBy<F extends string>(
  ordering: readonly Order<F>[],
  columns: Readonly<Record<F, string>>,
  last: string,
): string {
  const steps = ordering.map(({ field, isDescending }) => `${columns[field]} ${isDescending ? "DESC" : "ASC"}`);
  return `ORDER BY ${[...steps, last].join(", ")}`;
}
