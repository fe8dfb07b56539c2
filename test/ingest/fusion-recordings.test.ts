import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DecodedFrame } from "../../server/ingest/decoded.ts";
import { replayFile } from "../../server/ingest/sources/file.replay.ts";
import { systemClock } from "../../server/kernel/clock.ts";
import { sharedData } from "../support/shared-data.ts";
import type { Replay } from "./fusion-replay.fixture.ts";
import { openReplay } from "./fusion-replay.fixture.ts";

let replay: Replay;
beforeAll(() => {
  replay = openReplay();
});
afterAll(() => replay.close());

const RECORDINGS = [
  ["a Parrot Anafi", ["rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap"]],
  ["one aircraft over two technologies", ["rid-wireshark-samples", "odid_wifi_sample.pcap"]],
  ["Bluetooth 5, with bad checksums", ["rid-wireshark-samples", "odid_bt5_lr_sample.pcapng"]],
  ["spoofed adverts of several aircraft", ["rid-cdc-receiver", "mavic_multiple_spoofed.rid-only.pcap"]],
] as const;

describe.each(RECORDINGS)("a real recording: %s", (_, parts) => {
  const path = sharedData(...parts);
  it.skipIf(path === undefined)("yields the same operations in any order, once or twice", async () => {
    const frames: DecodedFrame[] = [];
    await replayFile(path!, {
      signal: new AbortController().signal,
      clock: systemClock,
      speed: 0,
      async take(decoded) {
        for (const one of decoded) if (one.kind === "frame") frames.push({ ...one, sensorId: one.sensorId ?? "roof" });
      },
    });
    const replayed = await replay.play(frames);
    expect(replayed.length).toBeGreaterThanOrEqual(0);
    await replay.expectSameInAnyOrder(frames, replayed);
  });
});
