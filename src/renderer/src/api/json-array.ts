/** Makes one JSON array of the lines of an NDJSON file; each record stays on its own line. */
export async function toJsonArray(lines: Blob): Promise<Blob> {
  const records = (await lines.text()).trim();
  return new Blob(["[\n", records.replaceAll("\n", ",\n"), "\n]\n"], { type: "application/json" });
}
