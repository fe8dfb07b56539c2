/** `ODID_UAS_Data` of an aircraft in the memory layout of the reference library. */
export function odidStruct(): Uint8Array {
  const bytes = new Uint8Array(920);
  const view = new DataView(bytes.buffer);
  const text = (at: number, content: string) => bytes.set(new TextEncoder().encode(content), at);
  const code = (at: number, value: number) => view.setUint32(at, value, true);
  const float = (at: number, value: number) => view.setFloat32(at, value, true);
  code(0, 2);
  code(4, 1);
  text(8, "1596F351901936310360");
  code(64, 2);
  float(68, 361);
  float(72, 12.5);
  float(76, 63);
  view.setFloat64(80, 47.1987103, true);
  view.setFloat64(88, 8.7302371, true);
  float(96, -1000);
  float(100, 455.5);
  code(104, 1);
  float(108, 11);
  code(112, 10);
  float(132, 1800.5);
  code(776, 0);
  text(780, "survey");
  code(808, 1);
  view.setFloat64(816, 47.2, true);
  view.setFloat64(824, 8.73, true);
  float(836, -1000);
  float(840, -1000);
  float(852, -1000);
  code(856, 231_000_000);
  text(868, "FIN87astrdge12k8");
  // Marks as set: the first Basic ID, location, self ID, system, operator ID.
  for (const at of [892, 894, 911, 912, 913]) bytes[at] = 1;
  return bytes;
}
