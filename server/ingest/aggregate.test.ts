import { expect, test } from "vitest";
import { MAC, OTHER_SERIAL, SERIAL, basicId, frame, location } from "../../test/support/frames.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { createAggregator, type Aggregated, type JoinedFrame } from "./aggregate.ts";
import type { OdidMessage } from "./codecs/odid.messages.ts";

const NOW_MS = Date.UTC(2025, 4, 1, 12);

/** Messages of one address, in order; `second` after the first. */
function receiver(): (second: number, ...messages: readonly OdidMessage[]) => readonly JoinedFrame[] {
  const aggregator = createAggregator();
  const isJoined = (one: Aggregated) => one.kind === "joined";
  return (second, ...messages) => {
    const timeMs = NOW_MS + second * SECOND_MS;
    return aggregator.add(frame(messages), "roof", timeMs, timeMs).filter(isJoined);
  };
}

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

test("two serial numbers in one message are both kept, with a warning", () => {
  const receive = receiver();
  const [both] = receive(0, basicId(SERIAL), basicId(OTHER_SERIAL), location(47, 8));
  expect(both?.declared.identifiers.map(({ value }) => value)).toEqual([SERIAL, OTHER_SERIAL]);
  expect(both?.warnings).toEqual([
    { type: "several_ids_on_one_transmitter", msg: `2 aircraft identify themselves on mac:${MAC}.` },
  ]);
  const [one] = receive(1, basicId(SERIAL), location(47, 8));
  expect(one?.declared).toBe(both?.declared);
  expect(receiver()(0, basicId(SERIAL), basicId(SERIAL), location(47, 8))[0]?.warnings).toEqual([]);
});

test("an aircraft on the address of one that was forgotten has nothing of what that one declared", () => {
  const receive = receiver();
  const operator = { type: "operator_id", operatorIdType: 0, operatorId: "FIN87astrdge12k8" } as const;
  const [before] = receive(0, basicId(SERIAL), basicId("N.OE-ABC123", { idType: 2 }), operator);
  expect(before?.declared.operatorId).toBe("FIN87astrdge12k8");
  for (let second = 10; second <= 130; second += 10) receive(second, location(47, 8));
  const [after] = receive(131, basicId(OTHER_SERIAL), location(47, 8));
  expect(after?.declared).toMatchObject({
    identifiers: [{ type: "serial_number", value: OTHER_SERIAL }],
    operatorId: null,
  });
  expect(after?.warnings).toEqual([]);
});
