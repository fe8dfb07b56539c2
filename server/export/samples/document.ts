import type { Format } from "../../contracts/formats.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import type { OperatorSlice, SystemSlice, UaSlice } from "../../kernel/telemetry.ts";
import { encodeTelemetry } from "../encode-telemetry.ts";

export const ABOUT = { name: 'Flights <of> "Žižkov" & more', generatedAtMs: Date.UTC(2026, 10, 21) };

export async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}

export const ofUa = (slices: readonly UaSlice[]): TelemetryStream => ({
  record: "ua",
  slices: inOrder(slices),
});
export const ofOperator = (slices: readonly OperatorSlice[]): TelemetryStream => ({
  record: "operator",
  slices: inOrder(slices),
});
export const ofSystem = (slices: readonly SystemSlice[]): TelemetryStream => ({
  record: "system",
  slices: inOrder(slices),
});

export async function chunksOf(stream: TelemetryStream, representation: Format): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeTelemetry(stream, representation, ABOUT)) chunks.push(chunk);
  return chunks;
}

/** The whole document as text; fails if it is not valid UTF-8. */
export async function documentOf(stream: TelemetryStream, representation: Format): Promise<string> {
  const chunks = await chunksOf(stream, representation);
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}
