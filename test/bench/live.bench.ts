import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { type Child, startChild } from "./processes/child.ts";
import { median, quantile } from "./rounds.ts";

const CLIENTS = 200;
const RECORDS_PER_SECOND = 1500;
/** A crowd that is compared with the usual number of clients, at a rate that one core can send to all of them. */
const MANY_CLIENTS = 500;
const RECORDS_PER_SECOND_OF_MANY = 500;
const ROOMS_PATH = "/rooms";
const ROOMS = 10;
/** Time for records still in transit when publishing ends. */
const SETTLE_MS = 300;

type Variant = {
  readonly kind: "rooms" | "single" | "batch";
  readonly boxes: "shared" | "own";
  readonly clients?: number;
  readonly perSecond?: number;
};
type Outcome = { readonly perCpuS: number; readonly p50Ms: number; readonly p99Ms: number };

const VARIANTS = {
  rooms: { kind: "rooms", boxes: "shared" },
  single: { kind: "single", boxes: "shared" },
  singleOwn: { kind: "single", boxes: "own" },
  batch: { kind: "batch", boxes: "shared" },
  batchOwn: { kind: "batch", boxes: "own" },
  batchToFew: { kind: "batch", boxes: "shared", clients: CLIENTS, perSecond: RECORDS_PER_SECOND_OF_MANY },
  batchToMany: { kind: "batch", boxes: "shared", clients: MANY_CLIENTS, perSecond: RECORDS_PER_SECOND_OF_MANY },
} as const satisfies Record<string, Variant>;
type Name = keyof typeof VARIANTS;

/**
 * 200 clients that each receive a tenth of 1,500 records a second, compared with Socket.IO with a room per tenth; and 500
 * clients compared with 200.
 */
export const liveBench: Bench = async ({ isFull, profileDir, reportProgress }) => {
  const [rounds, forMs] = [3, isFull ? 5000 : 3000];
  const outcomes = new Map<Name, Outcome[]>();
  for (let round = 0; round < rounds; round++) {
    reportProgress(`round ${round + 1} of ${rounds}`);
    for (const [name, variant] of Object.entries(VARIANTS) as [Name, Variant][]) {
      await using server = startChild("live", [String(variant.perSecond ?? RECORDS_PER_SECOND)], profileDir);
      const outcome = await measure(server, variant, forMs);
      outcomes.set(name, [...(outcomes.get(name) ?? []), outcome]);
    }
  }
  const of = (name: Name, value: keyof Outcome) => median(outcomes.get(name)!.map((one) => one[value]));
  return [
    ...rowsOf("live, batches, viewports shared by 20", "batch", of, { ratio: 3.5, p99Ms: 150 }),
    ...rowsOf("live, batches, every viewport its own", "batchOwn", of, { ratio: undefined, p99Ms: 150 }),
    ...rowsOf("live, single records, viewports shared by 20", "single", of, { ratio: 0.9, p99Ms: 20 }),
    ...rowsOf("live, single records, every viewport its own", "singleOwn", of, { ratio: undefined, p99Ms: 20 }),
    rateRow({
      what: `live, batches, ${MANY_CLIENTS} clients`,
      unit: "deliveries/CPU s",
      ours: of("batchToMany", "perCpuS"),
      peer: `ours, ${CLIENTS} clients`,
      theirs: of("batchToFew", "perCpuS"),
      target: { of: "ratio", atLeast: 1 },
    }),
  ];
};

function rowsOf(
  what: string,
  name: Name,
  of: (name: Name, value: keyof Outcome) => number,
  targets: { readonly ratio: number | undefined; readonly p99Ms: number },
): readonly Row[] {
  const peer = "Socket.IO emit to a room";
  const { ratio } = targets;
  return [
    rateRow({
      what,
      unit: "deliveries/CPU s",
      ours: of(name, "perCpuS"),
      peer,
      theirs: of("rooms", "perCpuS"),
      ...(ratio === undefined ? {} : { target: { of: "ratio", atLeast: ratio } as const }),
    }),
    timeRow({ what: `${what}: p50`, unit: "ms", ours: of(name, "p50Ms"), peer, theirs: of("rooms", "p50Ms") }),
    timeRow({
      what: `${what}: p99`,
      unit: "ms",
      ours: of(name, "p99Ms"),
      peer,
      theirs: of("rooms", "p99Ms"),
      target: { of: "ours", atMost: targets.p99Ms },
    }),
  ];
}

async function measure(server: Child, variant: Variant, forMs: number): Promise<Outcome> {
  const { kind, boxes, clients: count = CLIENTS, perSecond = RECORDS_PER_SECOND } = variant;
  const url = `http://127.0.0.1:${await server.ask<number>("port")}`;
  const latenciesMs: number[] = [];
  const take = (record: UaTelemetry) => void latenciesMs.push(Date.now() - Date.parse(record.timestamp));
  const clients = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const client = open(url, kind, at % ROOMS);
      client.on("telemetry_ua", (received: UaTelemetry | readonly UaTelemetry[]) => {
        if (isList(received)) received.forEach(take);
        else take(received);
      });
      await new Promise<void>((resolve, reject) => client.once("connect", resolve).once("connect_error", reject));
      if (kind !== "rooms") await look(client, viewportOf(at, { boxes, count }));
      return client;
    }),
  );
  // The first second is the warm-up: of the code, and of the sockets' buffers.
  await server.ask("run", { forMs: 1000, toRooms: kind === "rooms" });
  await pause(SETTLE_MS);
  latenciesMs.length = 0;
  const cpuS = await server.ask<number>("run", { forMs, toRooms: kind === "rooms" });
  await pause(SETTLE_MS);
  for (const client of clients) client.close();
  const expected = (count / ROOMS) * perSecond * (forMs / 1000);
  if (latenciesMs.length < 0.95 * expected || latenciesMs.length > 1.05 * expected) {
    throw new Error(`${kind}, ${boxes}: ${latenciesMs.length} deliveries instead of ${expected}`);
  }
  return {
    perCpuS: latenciesMs.length / cpuS,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  };
}

const isList = <T>(received: T | readonly T[]): received is readonly T[] => Array.isArray(received);

function open(url: string, kind: Variant["kind"], room: number): Socket {
  const common = { forceNew: true, transports: ["websocket"] };
  if (kind === "rooms") return io(url, { ...common, path: ROOMS_PATH, query: { room: String(room) } });
  return io(url, { ...common, path: LIVE_PATH, query: kind === "batch" ? { batch: "1" } : {} });
}

/**
 * A tenth of the parallel on which the records are: one of ten tenths, or one that begins at a different place for each
 * client.
 */
function viewportOf(
  at: number,
  { boxes, count }: { readonly boxes: Variant["boxes"]; readonly count: number },
): string {
  const west = boxes === "shared" ? 10 + (at % ROOMS) : 10 + (9 * at) / (count - 1);
  return `${west},49,${west + 1},51`;
}

/** Commands are processed in order: the notice about the second, empty one shows that the first was processed. */
async function look(client: Socket, viewport: string): Promise<void> {
  client.emit("viewport", viewport);
  const read = new Promise<void>((resolve) => client.once("notice", () => resolve()));
  client.emit("viewport", "");
  await read;
}
