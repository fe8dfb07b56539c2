/** The columns that the list can be sorted by, and the fields of the API that they are. */
export const SORT_COLUMNS = {
  begin: "date_planned_start",
  duration: "duration",
  distance: "distance",
  status: "status",
} as const;
export type SortColumn = keyof typeof SORT_COLUMNS;

export interface FlightSort {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** The newest first. */
export const DEFAULT_SORT: FlightSort = { column: "begin", isDescending: true };

/** As in the address: a column, with a minus sign for descending order. */
export function parseSort(text: string): FlightSort {
  const name = text.replace(/^-/, "");
  const column = (Object.keys(SORT_COLUMNS) as SortColumn[]).find((one) => one === name);
  return column === undefined ? DEFAULT_SORT : { column, isDescending: text.startsWith("-") };
}

export function sortText({ column, isDescending }: FlightSort): string {
  const isDefault = column === DEFAULT_SORT.column && isDescending === DEFAULT_SORT.isDescending;
  return isDefault ? "" : `${isDescending ? "-" : ""}${column}`;
}

/** A new column starts in descending order; the same column reverses its order. */
export function nextSort(column: SortColumn, now: FlightSort): FlightSort {
  return { column, isDescending: now.column === column ? !now.isDescending : column !== "status" };
}

/** The sort parameter of the API; none for its default order, which also uses the start of flown flights. */
export function orderParameter(sort: FlightSort): { readonly ordering?: string } {
  if (sortText(sort) === "") return {};
  return { ordering: `${sort.isDescending ? "-" : ""}${SORT_COLUMNS[sort.column]}` };
}
