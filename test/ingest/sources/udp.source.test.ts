import * as fc from "fast-check";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { heartbeatPayload, odidPayload } from "../../../server/ingest/codecs/mavlink.encode.ts";
import { encodeMavlinkFrame } from "../../../server/kernel/mavlink.frame.encode.ts";
import { basicIdMessage } from "../../../server/ingest/codecs/odid.encode.ts";
import { decodeDatagram, udpSource, type UdpSettings } from "../../../server/ingest/sources/udp.source.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";
import { findFreeUdpPort } from "../../support/free-port.ts";

let sender: Socket;
let opened: Listening[];

beforeEach(() => {
  sender = createSocket("udp4");
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((listening) => listening.stop()));
  sender.close();
});

async function listen(settings: UdpSettings): Promise<Listening> {
  const listening = listenTo(settings, udpSource(settings));
  opened.push(listening);
  listening.start();
  await listening.until(() => ["running", "waiting"].includes(listening.status().state));
  return listening;
}

function send(port: number, content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    sender.send(content, port, "127.0.0.1", (error) => (error === null ? resolve() : reject(error)));
  });
}

const line = (serial: number) =>
  JSON.stringify({
    t: 1_760_000_000 + serial,
    mac: "02:00:00:00:00:01",
    radio: "ble",
    rssi: -60,
    lat: 47,
    lon: 8,
    id: `X${serial}`,
  });

describe("JSON lines over UDP", () => {
  it("arrive in order, one or several to a datagram, with their capture times", async () => {
    const port = await findFreeUdpPort();
    const listening = await listen({ kind: "udp", host: "127.0.0.1", port });
    await send(port, line(0));
    await send(port, `${line(1)}\n${line(2)}\r\n\n${line(3)}\n`);
    await listening.until(() => listening.received.length >= 4);
    expect(
      listening.received.map((one) => one.kind === "frame" && (one.observedAtMs ?? 0) / 1000 - 1_760_000_000),
    ).toEqual([0, 1, 2, 3]);
    expect(listening.status()).toMatchObject({ state: "running", frames: 4, refused: {} });
  });

  it("of a receiver whose clock is two hours behind show in its status how far", async () => {
    const port = await findFreeUdpPort();
    const listening = await listen({ kind: "udp", host: "127.0.0.1", port });
    const lineAt = (timeMs: number) => JSON.stringify({ ...JSON.parse(line(0)), t: timeMs / 1000 });
    await send(port, lineAt(Date.now() - 7_200_000));
    await listening.until(() => listening.received.length === 1);
    expect(listening.status().behind_s).toBeCloseTo(7200, -1);
    await send(port, lineAt(Date.now()));
    await listening.until(() => listening.received.length === 2);
    expect(listening.status().behind_s).toBeNull();
  });

  it("are counted as refused where they are invalid, and valid ones in the same datagram still arrive", async () => {
    const port = await findFreeUdpPort();
    const listening = await listen({ kind: "udp", host: "127.0.0.1", port });
    await send(
      port,
      Uint8Array.from({ length: 2000 }, (_, index) => (index * 37) % 256),
    );
    await send(port, `not json\n${line(1)}\n{"t":1760000000}`);
    await send(port, `{"id":"${"x".repeat(60_000)}"}`);
    await send(port, "");
    await send(port, line(2));
    await listening.until(() => listening.received.length >= 2);
    const { refused, state } = listening.status();
    expect(state).toBe("running");
    expect(refused).toEqual({ malformed_json: 3, no_transmitter: 1 });
  });

  it("may be MAVLink, whose names of aircraft are relative to the sender", async () => {
    const { messageId, payload } = odidPayload({ type: "self_id", descriptionType: 0, description: "survey" });
    payload.set(new TextEncoder().encode("DRONE-7"), 2);
    const sent = encodeMavlinkFrame({ systemId: 1, componentId: 236, sequence: 1 }, { messageId, payload });
    expect(decodeDatagram(sent, "192.0.2.7")).toMatchObject([
      { transmitter: { kind: "mavlink_id", id: "DRONE-7", link: "192.0.2.7" } },
    ]);
  });

  it("may be MAVLink, whose system ids are relative to the sender", async () => {
    const port = await findFreeUdpPort();
    const listening = await listen({ kind: "udp", host: "127.0.0.1", port });
    const basicId = basicIdMessage({ idType: 1, uaType: 2, uasId: "1596F3A" });
    const own = { systemId: 1, componentId: 236 };
    const odid = encodeMavlinkFrame({ ...own, sequence: 1 }, odidPayload(basicId));
    const heartbeat = encodeMavlinkFrame({ ...own, sequence: 0 }, heartbeatPayload());
    const damaged = Uint8Array.from(odid, (byte, index) => (index === 30 ? byte ^ 1 : byte));
    await send(port, Buffer.concat([heartbeat, odid]));
    await send(port, heartbeat);
    await send(port, damaged);
    await send(port, Uint8Array.of(0xfd, 3, 0, 0, 0, 0, 0, 1, 2, 3));
    await send(port, line(1));
    await listening.until(() => listening.received.length >= 2);
    expect(listening.received).toMatchObject([
      {
        kind: "frame",
        transmitter: { kind: "mavlink", systemId: 1, componentId: 236, link: "127.0.0.1" },
        messages: [{ type: "basic_id", uasId: "1596F3A" }],
      },
      { kind: "frame", transmitter: { kind: "mac" } },
    ]);
    expect(listening.status().refused).toEqual({ bad_checksum: 2 });
  });

  it("never throw on any bytes", () => {
    const magic = fc.constantFrom(0xfd, 0xfe, 0x7b, 0x5b);
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 300 }), (first, rest) => {
        for (const one of decodeDatagram(Uint8Array.of(first, ...rest), "192.0.2.1")) expect(one.kind).toBe("refused");
      }),
      { numRuns: 2000 },
    );
  });

  it("all arrive, also two thousand datagrams in a row", async () => {
    const port = await findFreeUdpPort();
    const listening = await listen({ kind: "udp", host: "127.0.0.1", port });
    for (let serial = 0; serial < 2000; serial += 1) await send(port, line(serial));
    await listening.until(() => listening.received.length >= 2000);
    expect(listening.received).toHaveLength(2000);
  });

  it("wait for a port that another program uses, and arrive once it is free", async () => {
    const port = await findFreeUdpPort();
    const holder = createSocket("udp4").bind(port, "127.0.0.1");
    await once(holder, "listening");
    const listening = await listen({ kind: "udp", host: "127.0.0.1", port });
    expect(listening.status()).toMatchObject({
      state: "waiting",
      last_error: `UDP port ${port} is in use by another program.`,
    });
    holder.close();
    await listening.untilState("running");
    await send(port, line(1));
    await listening.until(() => listening.received.length >= 1);
  });

  it("report that this computer has no such address", async () => {
    const listening = await listen({ kind: "udp", host: "192.0.2.1", port: 9999 });
    expect(listening.status().last_error).toBe("This computer has no address 192.0.2.1 to listen on.");
  });

  it("release the port once stopped", async () => {
    const port = await findFreeUdpPort();
    const listening = await listen({ kind: "udp", host: "127.0.0.1", port });
    await listening.stop();
    const next = createSocket("udp4").bind(port, "127.0.0.1");
    await once(next, "listening");
    next.close();
    expect(listening.status().state).toBe("stopped");
  });
});
