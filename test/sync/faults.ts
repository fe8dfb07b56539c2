import { Buffer } from "node:buffer";
import { HOUR_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import { TransportError, type WireAnswer, type WireRequest } from "../../server/sync/index.ts";
import { type Cloud, jsonAnswer } from "./cloud.model.ts";
import { pointKey } from "./cloud.core.ts";
import { copyCloudState, listLost } from "./cloud.state.ts";
import type { DatabaseFaults } from "./database-faults.ts";
import type { Random } from "./random.ts";

/** What a fault can reach. */
export type FaultContext = {
  readonly random: Random;
  readonly cloud: Cloud;
  readonly now: () => number;
  /** Lets virtual time pass. */
  readonly wait: (ms: number) => void;
  /** Faults of the database of the station whose pass is running. */
  readonly database: DatabaseFaults;
  /** Times of all points of the stations, by flight. */
  readonly listPoints: () => readonly { readonly flight: string; readonly timeMs: number }[];
  readonly account: { readonly token: string; readonly user: string; readonly otherUser: string };
  /** Shifts the clock of every station. */
  readonly shiftClocks: (ms: number | "1970") => void;
  /** Ids of what the cloud lost, which no station can know. */
  readonly lost: Set<string>;
  /** Somebody else plans a flight in the cloud. */
  readonly planElsewhere: () => void;
};

type Send = () => Promise<WireAnswer>;

export type Fault = {
  /** What happens to a request; `send` passes it on to the cloud. */
  readonly request?: (context: FaultContext, request: WireRequest, send: Send) => Promise<WireAnswer>;
  /** Where given, only these requests are affected. */
  readonly affects?: (request: WireRequest) => boolean;
  /** Called once, when the fault begins; its result ends the fault. */
  readonly begin?: (context: FaultContext) => () => void;
  /** Called between passes while the fault lasts. */
  readonly between?: (context: FaultContext) => void;
  /** Number of stations with the account. */
  readonly stations?: number;
  /** Whether it leaves nothing for a person to decide once it is over. */
  readonly isSilent?: true;
};

const isWriting = ({ method }: WireRequest) => method !== "GET";
const isUpload = ({ method, url }: WireRequest) => method === "POST" && /\/(telemetry|status-history)$/.test(url);
const isOfRecord = ({ url }: WireRequest) => /\/v1\/(flights|aircraft|devices)\/[^/?]+/.test(url);
/** Two of one aircraft cannot be told from one that was sent twice: HTTP over TLS delivers once. */
const isRepeatable = (request: WireRequest) => !(request.method === "POST" && request.url.endsWith("/v1/aircraft"));

const lost = (mayHaveArrived: boolean) => new TransportError("socket hang up", { mayHaveArrived, isTimeout: false });

const refusal = ({ cloud }: FaultContext, status: number, error: string) =>
  jsonAnswer(cloud.core, status, { error, messages: [`${error}: refused by the fault.`] });

export const FAULTS = {
  refused: {
    isSilent: true,
    async request() {
      throw lost(false);
    },
  },
  lost_before: {
    isSilent: true,
    async request({ wait }) {
      wait(SECOND_MS);
      throw lost(true);
    },
  },
  lost_after: {
    isSilent: true,
    async request(_, __, send) {
      await send();
      throw lost(true);
    },
  },
  truncated: {
    isSilent: true,
    async request({ random }, _, send) {
      const answer = await send();
      if (random.chance(0.5)) throw lost(true);
      return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length * random.next())) };
    },
  },
  stalled: {
    isSilent: true,
    async request({ random, wait }, _, send) {
      if (random.chance(0.5)) await send();
      wait(30 * SECOND_MS);
      throw new TransportError("timeout", { mayHaveArrived: true, isTimeout: true });
    },
  },
  duplicated: {
    affects: isRepeatable,
    async request({ random, cloud }, { url }, send) {
      // A cloud that processes at every request cannot be prevented from doing so by a client that requests it once.
      if (url.endsWith("/process") && cloud.core.variant.appends) return send();
      const [first, second] = [await send(), await send()];
      return random.chance(0.5) ? first : second;
    },
  },
  // The request overtakes others, or arrives although its sender has given it up.
  reordered: {
    affects: isRepeatable,
    async request({ random }, _, send) {
      if (random.chance(0.7)) {
        await new Promise((resolve) => setImmediate(resolve));
        return send();
      }
      // Its result is not reported to anybody.
      queueMicrotask(() => void send().catch(() => undefined));
      throw lost(true);
    },
  },
  server_error: {
    isSilent: true,
    async request({ random, cloud }, _, send) {
      if (random.chance(0.4)) await send();
      const status = random.pick([500, 502, 504, 408]);
      if (random.chance(0.5)) return jsonAnswer(cloud.core, status, { error: "internal_error", messages: ["Failed."] });
      return page(status, "<html><body>Bad gateway</body></html>");
    },
  },
  slowed: {
    isSilent: true,
    async request(context) {
      const { random, cloud } = context;
      const answer = refusal(context, random.pick([429, 503]), "too_many_requests");
      const seconds = random.between(1, 900);
      const after = random.pick([
        String(seconds),
        new Date(cloud.core.now() + seconds * SECOND_MS).toUTCString(),
        undefined,
        "soon",
      ]);
      return after === undefined ? answer : { ...answer, headers: { ...answer.headers, "retry-after": after } };
    },
  },
  unauthorized: {
    async request({ cloud }) {
      const unauthenticated = {
        type: "unauthenticated",
        msg: "No.",
        loc: ["header", "Authorization"],
        input: "omitted",
      };
      return jsonAnswer(cloud.core, 401, unauthenticated);
    },
  },
  // The provider refuses as well (`simulation.ts`): every access token has expired.
  refresh_refused: {
    async request({ cloud }, _, send) {
      cloud.expire();
      return send();
    },
  },
  forbidden: {
    affects: isOfRecord,
    request: async (context) => refusal(context, 403, "forbidden"),
  },
  missing: {
    affects: isOfRecord,
    request: async (context) => refusal(context, 404, "not_found"),
  },
  conflict: {
    affects: isWriting,
    async request(context, request, send) {
      if (context.random.chance(0.5) && isRepeatable(request)) await send();
      return refusal(context, 409, "conflict");
    },
  },
  small_bodies: {
    begin({ cloud: { core }, random }) {
      core.maxPoints = random.pick([3, 10, 50]);
      return () => {};
    },
  },
  gzip_refused: {
    affects: ({ headers }) => headers["content-encoding"] !== undefined,
    async request(context) {
      return refusal(context, context.random.pick([400, 415]), "unsupported_media_type");
    },
  },
  poison: {
    begin({ cloud: { core }, random, listPoints }) {
      const points = listPoints();
      for (let count = random.between(1, 3); count > 0 && points.length > 0; count--) {
        const { flight, timeMs } = random.pick(points);
        core.poison.add(pointKey(flight, timeMs));
      }
      return () => {};
    },
  },
  captive_portal: {
    isSilent: true,
    request: async () => page(200, "<!doctype html><html><body>Welcome to our hotel</body></html>"),
  },
  first_rows: {
    isSilent: true,
    affects: isUpload,
    async request({ cloud: { core }, random }, _, send) {
      core.failAfterRows = random.between(0, 30);
      const answer = await send();
      core.failAfterRows = null;
      if (random.chance(0.5)) throw lost(true);
      return answer;
    },
  },
  rounding: {
    begin({ cloud: { core } }) {
      core.isRounding = true;
      return () => {};
    },
  },
  insert_while_paging: {
    begin({ cloud: { core }, random, planElsewhere }) {
      core.maxPage = random.between(11, 14);
      for (let count = random.between(5, 16); count > 0; count--) planElsewhere();
      return () => {};
    },
    affects: ({ method, url }) => method === "GET" && /\/v1\/flights(\?|$)/.test(url),
    request: async ({ planElsewhere, random }, _, send) => {
      if (random.chance(0.2)) planElsewhere();
      return send();
    },
  },
  wrong_clock: {
    begin({ random, shiftClocks }) {
      shiftClocks(random.pick([3 * HOUR_MS, -3 * HOUR_MS, "1970"]));
      return () => shiftClocks(0);
    },
  },
  crash: {
    isSilent: true,
    async request({ random, database }, _, send) {
      if (random.chance(0.2)) database.crash();
      const answer = await send();
      if (random.chance(0.2)) database.crash();
      return answer;
    },
    between({ random, database }) {
      database.crashAtCommit(random.between(1, 25));
    },
  },
  full_disk: {
    isSilent: true,
    between({ random, database }) {
      database.setFull(random.chance(0.6) ? random.next() : 0);
    },
    begin({ database }) {
      database.setFull(0.2);
      return () => database.setFull(0);
    },
  },
  two_stations: { stations: 2 },
  account_switched: {
    begin({ cloud, account }) {
      cloud.tokens.set(account.token, account.otherUser);
      return () => cloud.tokens.set(account.token, account.user);
    },
  },
  restored: {
    begin({ cloud: { core }, lost }) {
      const copy = copyCloudState(core.state);
      return () => {
        for (const id of listLost(core.state, copy)) lost.add(id);
        core.state = copyCloudState(copy);
      };
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
export const faultOf = (name: FaultName): Fault => FAULTS[name];

function page(status: number, html: string): WireAnswer {
  const body = Buffer.from(html);
  return { status, headers: { "content-type": "text/html" }, body, receivedBytes: body.length };
}

/** A transport to the cloud on which some requests meet faults; `probability` is that of each fault. */
export function faultyTransport(
  context: FaultContext,
  faults: readonly Fault[],
  probability: number,
): (request: WireRequest) => Promise<WireAnswer> {
  return (request) => {
    let send: Send = () => context.cloud.transport(request, new AbortController().signal);
    for (const { request: meet, affects = () => true } of faults) {
      if (meet === undefined || !affects(request) || !context.random.chance(probability)) continue;
      const next = send;
      send = () => meet(context, request, next);
    }
    return send();
  };
}
