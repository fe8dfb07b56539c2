import type { StatusEntry } from "../contracts/flight-telemetry.ts";
import type { Format, FormatOf, MapFormat } from "../contracts/formats.ts";
import type { ListDocument } from "../contracts/route.ts";
import { statusHistoryKml } from "./status-history.kml.ts";

/** Entries of lists that are also written in formats for maps. */
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

/**
 * The writer of a list in a map format that its route declares; `undefined` for formats in which any list is written.
 */
export function listWriterOf(
  document: ListDocument,
  format: Format,
): ((entries: readonly unknown[]) => string) | undefined {
  // The route that declares the format has these entries as its reply, but the types cannot express that.
  const writers = WRITERS[document] as Readonly<Partial<Record<Format, (entries: never) => string>>>;
  return writers[format] as ((entries: readonly unknown[]) => string) | undefined;
}
