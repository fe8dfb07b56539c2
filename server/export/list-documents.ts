import type { StatusEntry } from "../contracts/flight-telemetry.ts";
import type { Format, FormatOf, MapFormat } from "../contracts/formats.ts";
import type { ListDocument } from "../contracts/route.ts";
import { statusHistoryKml } from "./status-history.kml.ts";

/** Entries of the lists that are written in formats for maps as well. */
type Entries = { readonly status_history: readonly StatusEntry[] };

type ListWriters = {
  readonly [D in ListDocument]: Readonly<Record<FormatOf<D> & MapFormat, (entries: Entries[D]) => string>>;
};

const WRITERS: ListWriters = {
  status_history: {
    kml(entries) {
      const { header, rows, footer } = statusHistoryKml("Status history");
      return header + rows(entries) + footer;
    },
  },
};

/** What writes a list that a route declares as such a document; `undefined` for formats that any list is written in. */
export function listWriterOf(
  document: ListDocument,
  format: Format,
): ((entries: readonly unknown[]) => string) | undefined {
  // The route that declares the document has these entries as its reply; their names cannot tie the two.
  const writers = WRITERS[document] as Readonly<Partial<Record<Format, (entries: never) => string>>>;
  return writers[format] as ((entries: readonly unknown[]) => string) | undefined;
}
