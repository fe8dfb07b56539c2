import { afterEach, beforeEach, expect, test } from "vitest";
import { createMavlinkDecoder } from "../../server/ingest/codecs/mavlink.decode.ts";
import { odidPayload } from "../../server/ingest/codecs/mavlink.encode.ts";
import type { OdidMessage } from "../../server/ingest/codecs/odid.messages.ts";
import { SECOND_MS } from "../../server/kernel/clock.ts";
import { encodeMavlinkFrame } from "../../server/kernel/mavlink.frame.encode.ts";
import { openTestCore, type TestCore } from "../support/core.ts";
import { basicId, location, OTHER_SERIAL, SERIAL, system } from "../support/frames.ts";

const NOON_MS = Date.UTC(2026, 5, 1, 12);
const BRIDGE = { systemId: 1, componentId: 236, sequence: 0 };
/** Where `id_or_mac` is in the messages used here. */
const ID_OR_MAC_AT = { basic_id: 2, location: 32, system: 30 } as const;

let core: TestCore;
beforeEach(() => {
  core = openTestCore(NOON_MS);
});
afterEach(() => core.close());

/** A single message of an aircraft that a receiver calls by `name`. */
function named(name: string, message: OdidMessage & { readonly type: keyof typeof ID_OR_MAC_AT }): Uint8Array {
  const { messageId, payload } = odidPayload(message);
  payload.set(new TextEncoder().encode(name), ID_OR_MAC_AT[message.type]);
  return encodeMavlinkFrame(BRIDGE, { messageId, payload });
}

async function receive(...frames: readonly Uint8Array[]): Promise<void> {
  const decoder = createMavlinkDecoder();
  await core.receive([...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()]);
  await core.pipeline.flush();
  // Positions without a time get one after the other.
  core.clock.set(NOON_MS + SECOND_MS);
}

test("single messages that name their aircraft by an id keep its position and its operator, apart from others", async () => {
  await receive(
    named(SERIAL, basicId(SERIAL)),
    named(OTHER_SERIAL, basicId(OTHER_SERIAL)),
    named(SERIAL, system(47.01, 8.01)),
    named(SERIAL, location(47, 8)),
    named(OTHER_SERIAL, location(47.5, 8)),
  );
  expect(core.refused).toEqual(new Map());
  const operations = await core.listOperations({ include_last_telemetry: true });
  const known = operations.map(({ ua_identifiers: ids, last_telemetry: last }) => [
    ids[0]?.value,
    last?.ua?.location.latitude,
    last?.operator?.location.latitude,
  ]);
  expect(known.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    [OTHER_SERIAL, 47.5, undefined],
    [SERIAL, 47, 47.01],
  ]);
});

test("a field of spaces is no name: the messages are of the system's own aircraft", async () => {
  const blank = " ".repeat(20);
  await receive(named(blank, basicId(SERIAL)), named(blank, location(47, 8)));
  expect(core.refused).toEqual(new Map());
  const operations = await core.listOperations({ include_last_telemetry: true });
  expect(operations).toMatchObject([
    { ua_identifiers: [{ value: SERIAL }], last_telemetry: { ua: { location: { latitude: 47 } } } },
  ]);
});
