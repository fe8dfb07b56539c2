import type { Operation } from "../../server/contracts/operations.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { fetchTransport, TransportError, type WireAnswer, type WireRequest } from "../../server/sync/index.ts";
import { type CloudServer, serveCloud } from "./cloud.server.ts";
import { addPeer, done, PEERS, type SyncStation, type Person } from "./sync-station.ts";
import { OPERATOR_KIND, UA_KIND, type TrackKind } from "../../server/kernel/track-segment/segment-columns.ts";
import { listRows } from "../support/packed-tracks.ts";

const HOUR_MS = 3_600_000;
/** A full hour in the recent past: what is received from it on is history. */
export const BEGIN_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;

/** The push of one receiver about one aircraft. */
export type Reception = {
  readonly sensor: string;
  readonly mac: string;
  readonly serial?: string;
  readonly technology?: string;
  /** Seconds after `BEGIN_MS`. */
  readonly from?: number;
  readonly count?: number;
  readonly stepS?: number;
  /** Metres north of where the others fly. */
  readonly north?: number;
  readonly operator?: boolean;
};

const DEGREES_PER_METRE = 1 / 111_195;

/** A record every `stepS` seconds, on a straight line to the north. */
export function detections(reception: Reception, beginMs = BEGIN_MS): readonly object[] {
  const { sensor, mac, serial, technology = "wifi_beacon", from = 0, count = 60, stepS = 1, north = 0 } = reception;
  return Array.from({ length: count }, (_, index) => {
    const second = from + index * stepS;
    return {
      sn: sensor,
      tech: technology,
      rssi: -60,
      mac: `02:00:5e:00:53:${mac}`,
      timestamp: new Date(beginMs + second * 1000).toISOString(),
      odid: {
        ...(serial !== undefined && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
        Location: {
          Status: 2,
          Latitude: 50 + (north + second * 5) * DEGREES_PER_METRE,
          Longitude: 14.4,
          AltitudeGeo: 300.5,
          Height: 42,
          Direction: 45,
        },
        ...(reception.operator === true && { System: { OperatorLatitude: 50.001, OperatorLongitude: 14.401 } }),
      },
    };
  });
}

export async function receive(person: Person, ...all: readonly Reception[]): Promise<void> {
  for (const reception of all) await done(person.call("POST", "/station/v1/ingest/scout", detections(reception)));
}

/** A pass, and those that follow because more changed meanwhile. */
export async function pass(person: Person, peer: SyncPeer): Promise<SyncPeer> {
  await done(person.call("POST", `${PEERS}/${peer.id}/run`));
  for (;;) {
    const now = await done<SyncPeer>(person.call("GET", `${PEERS}/${peer.id}`));
    if (!now.running) return now;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Every other station is a peer of Ann's, which synchronises only when told. */
export async function peersOf(station: SyncStation, others: readonly SyncStation[]): Promise<readonly SyncPeer[]> {
  const peers: SyncPeer[] = [];
  for (const other of others) {
    peers.push(await addPeer(station.ann, { base_url: other.station.url, token: other.ann.pat, auto: false }));
  }
  return peers;
}

const RANGE = `from=${new Date(BEGIN_MS - HOUR_MS).toISOString()}&limit=1000`;

export function operationsOf(person: Person): Promise<readonly Operation[]> {
  return done(person.call("GET", `/v2/airspace/operations?${RANGE}`));
}

/** The content that two stations with the same operations share, in an order that does not depend on the station. */
export function describeOperations(operations: readonly Operation[]): readonly object[] {
  const text = (value: unknown) => JSON.stringify(value);
  const inOrder = <T>(values: readonly T[]) => values.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
  return inOrder(
    operations.map((one) => ({
      identifiers: inOrder(one.ua_identifiers),
      first: one.time_first_telemetry,
      last: one.time_last_telemetry,
      bbox: one.bbox,
      warnings: inOrder(one.warnings.map(({ type }) => type)),
      suboperations: inOrder(one.suboperations.map((suboperation) => ({ ...suboperation, station_id: undefined }))),
    })),
  );
}

/** All records with all their fields, by the ids of their suboperations. */
export function recordsOf({ read }: SyncStation): readonly object[] {
  const present = read<{ readonly id: number; readonly uuid: string }>(
    "SELECT id, uuid FROM suboperation WHERE deleted_ms IS NULL ORDER BY uuid",
  );
  const of = (kind: TrackKind) => {
    const byTrack = Map.groupBy(listRows(read, kind), ({ suboperation }) => suboperation);
    return present.flatMap(({ id, uuid }) =>
      (byTrack.get(id) ?? []).map((record) => ({ uuid, ...record, suboperation: null })),
    );
  };
  return [...of(UA_KIND), ...of(OPERATOR_KIND)];
}

/** A proxy in front of a station that passes each request to `meet`. */
export function serveFaultyProxy(
  target: string,
  meet: (request: WireRequest, go: (changed?: Uint8Array) => Promise<WireAnswer>) => Promise<WireAnswer>,
): Promise<CloudServer> {
  return serveCloud((request, signal) => {
    const { pathname, search } = new URL(request.url);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const forwarded = { ...request, headers, url: `${target}${pathname}${search}` };
    return meet(forwarded, async (changed) => {
      const { "content-encoding": encoding, ...plain } = headers;
      const encoded = changed === undefined && encoding !== undefined ? { "content-encoding": encoding } : {};
      const sent = { ...forwarded, headers: { ...plain, ...encoded }, body: changed ?? request.body };
      const { headers: answered, ...answer } = await fetchTransport(sent, signal);
      // The body was decompressed by `fetch`.
      const { "content-encoding": ____, "content-length": _____, "transfer-encoding": ______, ...kept } = answered;
      return { ...answer, headers: kept };
    });
  });
}

export function answerLost(): never {
  throw new TransportError("The answer was lost.", { mayHaveArrived: true, isTimeout: false });
}
