import { expect, it } from "vitest";
import { SECOND_MS } from "../../server/kernel/clock.ts";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";
import { openTestCore } from "../support/core.ts";
import { always, type Flight, receivedFrames, hovering } from "./flights.fixture.ts";

const START_MS = Date.UTC(2026, 0, 1);
const BLOCK_S = 100;

/** What declares nothing was near the first two when it began, and could be either of them. */
const FLIGHTS: readonly Flight[] = [
  { serial: SERIAL, mac: always("01"), path: hovering(0, 0), sensor: "roof", from: 0, to: 60, every: 1 },
  { serial: OTHER_SERIAL, mac: always("02"), path: hovering(20, 0), sensor: "mast", from: 0, to: 1500, every: 1 },
  { mac: always("03"), path: hovering(10, 0), sensor: "van", from: 30, to: 1500, every: 2 },
  { mac: always("04"), path: hovering(10, 0), sensor: "hill", from: 1420, to: 1500, every: 1 },
];

it("an aircraft that landed, and left memory, still counts where another could have been it", async () => {
  const core = openTestCore(START_MS);
  const frames = receivedFrames(FLIGHTS, START_MS);
  for (let second = 0; second < 1500; second += BLOCK_S) {
    const [fromMs, toMs] = [START_MS + second * SECOND_MS, START_MS + (second + BLOCK_S) * SECOND_MS];
    core.clock.set(toMs);
    await core.receive(frames.filter(({ observedAtMs }) => observedAtMs! >= fromMs && observedAtMs! < toMs));
  }
  await core.pipeline.flush();
  const operations = await core.listOperations();
  const sensors = operations.map(({ suboperations }) =>
    suboperations
      .map((one) => one.sensor_id)
      .toSorted()
      .join(),
  );
  await core.close();
  expect(sensors.toSorted()).toEqual(["hill,mast", "roof", "van"]);
});
