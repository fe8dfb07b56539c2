/** The kind of a file that is opened with the app, by its extension. The reader of the file checks its content. */
export type FileKind = "log" | "recording" | "map-set";

/** The files that the packages register for this app (`fileAssociations` in electron-builder.yml). */
export const fileKinds: Readonly<Record<string, FileKind>> = {
  gpx: "log",
  kml: "log",
  tlog: "log",
  ulg: "log",
  pcap: "recording",
  pmtiles: "map-set",
  mbtiles: "map-set",
  gpkg: "map-set",
};

export function fileKindOf(path: string): FileKind | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === undefined || !Object.hasOwn(fileKinds, ending) ? undefined : fileKinds[ending];
}
