import type { RecordOfCells } from "./record.columns.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";
import { attributeOf, createXmlScanner } from "./xml.scanner.ts";

/**
 * Records that a KML contains as placemarks: the time as `TimeStamp`, every other field as a `Data` of `ExtendedData`
 * (or a `SimpleData` of a schema). Returns records as they end.
 */
export function kmlRecords(recordOf: RecordOfCells) {
  let found: unknown[] = [];
  let cells: Map<string, string> | undefined;
  let isKml = false;
  let field: string | undefined;
  let text = "";

  const scanner = createXmlScanner({
    open(name, attributes) {
      text = "";
      if (name === "kml") isKml = true;
      else if (name === "Placemark") cells = new Map();
      else if (name === "Data" || name === "SimpleData") field = attributeOf(attributes, "name");
    },
    text: (piece) => void (text += piece),
    close(name) {
      if (cells === undefined) return;
      if ((name === "value" || name === "SimpleData") && field !== undefined) cells.set(field, text);
      else if (name === "when" && !cells.has("time")) cells.set("time", text);
      else if (name === "Placemark") {
        const row = cells;
        found.push(recordOf((column) => row.get(column)));
        cells = undefined;
      }
      if (name === "Data" || name === "SimpleData") field = undefined;
    },
  });

  function taken(): readonly unknown[] {
    const records = found;
    found = [];
    return records;
  }

  return {
    push(piece: string) {
      scanner.push(piece);
      return taken();
    },
    end() {
      scanner.end();
      if (!isKml) throw new UnreadableFileError("The body is XML, but not KML.");
      return taken();
    },
  };
}
