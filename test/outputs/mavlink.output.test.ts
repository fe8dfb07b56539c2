import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { createMavlinkDecoder } from "../../server/ingest/codecs/mavlink.decode.ts";
import { heartbeatPayload } from "../../server/ingest/codecs/mavlink.encode.ts";
import { mavlinkReport } from "../../server/ingest/mavlink.report.ts";
import { loadGeoid } from "../../server/kernel/geoid.ts";
import { createMavlinkParser } from "../../server/kernel/mavlink.frame.ts";
import { mavlinkOutput } from "../../server/outputs/mavlink.output.ts";
import { recordOf, runningOutput } from "./running-output.fixture.ts";

const geoid = await loadGeoid();
let ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
});

/** A ground station: everything that reaches a UDP port. */
async function groundStation(port = 0) {
  const socket: Socket = createSocket("udp4");
  const datagrams: Buffer[] = [];
  socket.on("message", (datagram) => datagrams.push(datagram));
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  const stop = async () => {
    socket.close();
    await once(socket, "close");
  };
  return { datagrams, stop, port: socket.address().port };
}

function start(port: number) {
  const settings = { kind: "mavlink", host: "127.0.0.1", port, system_id: 7 } as const;
  const report = (record: ReturnType<typeof recordOf>, nowMs: number) => mavlinkReport(record, geoid, nowMs);
  const output = runningOutput(mavlinkOutput(settings, { report, heartbeat: heartbeatPayload("adsb") }));
  ends.push(output.stop);
  return output;
}

const idsIn = (datagrams: readonly Buffer[]) =>
  datagrams
    .flatMap((datagram) => createMavlinkDecoder().push(datagram))
    .flatMap((decoded) =>
      decoded.kind === "frame" && decoded.transmitter !== null
        ? decoded.messages.flatMap((message) => (message.type === "basic_id" ? [message.uasId] : []))
        : [],
    );

it("sends a heartbeat first, then one datagram for each record, in frames of the chosen system", async () => {
  const { datagrams, port, stop } = await groundStation();
  ends.push(stop);
  const output = start(port);
  output.take(recordOf("1596F1"), recordOf("1596F2"));
  await expect.poll(output.status).toMatchObject({ state: "running", sent: 2 });
  await expect.poll(() => idsIn(datagrams).toSorted()).toEqual(["1596F1", "1596F2"]);
  const frames = datagrams.flatMap((datagram) => createMavlinkParser().push(datagram));
  expect(frames[0]).toMatchObject({ messageId: 0, systemId: 7, componentId: 156 });
  expect(new Set(frames.map(({ systemId }) => systemId))).toEqual(new Set([7]));
  expect(frames.map(({ sequence }) => sequence)).toEqual(frames.map((_, index) => index % 256));
});

it("waits while nothing listens, and goes on with the newest record when something does", async () => {
  const { port, stop } = await groundStation();
  const output = start(port);
  await expect.poll(output.status).toMatchObject({ state: "running" });
  await stop();
  await expect
    .poll(() => {
      output.take(recordOf("1596F1"));
      return output.status();
    })
    .toMatchObject({ state: "waiting", last_error: `Nothing receives at 127.0.0.1, port ${port}.` });
  const again = await groundStation(port);
  ends.push(again.stop);
  output.take(recordOf("1596F1"), recordOf("1596F2"));
  await expect.poll(() => new Set(idsIn(again.datagrams))).toEqual(new Set(["1596F1", "1596F2"]));
  await expect.poll(output.status).toMatchObject({ state: "running", waiting: 0 });
});

it("reports that the name of the ground station is not known", async () => {
  const settings = { kind: "mavlink", host: "no-such-host.invalid", port: 14_550, system_id: 1 } as const;
  const output = runningOutput(mavlinkOutput(settings, { report: () => [], heartbeat: heartbeatPayload("adsb") }));
  ends.push(output.stop);
  const last_error = expect.stringContaining("There is no computer named no-such-host.invalid");
  await expect.poll(output.status, { timeout: 10_000 }).toMatchObject({ state: "waiting", last_error });
});
