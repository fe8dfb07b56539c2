/** One JSON array of what stands in lines (NDJSON), each record on a line of its own still. */
export async function toJsonArray(lines: Blob): Promise<Blob> {
  const records = (await lines.text()).trim();
  return new Blob(["[\n", records.replaceAll("\n", ",\n"), "\n]\n"], { type: "application/json" });
}
