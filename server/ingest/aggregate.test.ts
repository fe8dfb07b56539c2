import { expect, test } from "vitest";
import { basicId, frame } from "../../test/support/frames.ts";
import { createAggregator } from "./aggregate.ts";

const NOW_MS = Date.UTC(2025, 4, 1, 12);

test("two MAVLink senders with the same system id are two transmitters", () => {
  const aggregator = createAggregator();
  const transmitters = ["192.0.2.1", "192.0.2.2", undefined].map((link) => {
    const system = { kind: "mavlink", systemId: 1, componentId: 236 } as const;
    const transmitter = link === undefined ? system : { ...system, link };
    const decoded = frame([basicId("1596F3A")], { transmitter });
    const [joined] = aggregator.add(decoded, "udp", NOW_MS, NOW_MS);
    return joined?.kind === "joined" && joined.transmitter;
  });
  expect(transmitters).toEqual(["mavlink:udp:192.0.2.1:1.236", "mavlink:udp:192.0.2.2:1.236", "mavlink:udp:1.236"]);
});
