import type { TakeAlongPartName, TakeAlongStart } from "../contracts/sync-region.ts";
import {
  findPeer,
  findTakeAlong,
  type PeerModel,
  saveTakeAlong,
  type TakeAlongModel,
  type TakeAlongRunner,
} from "../features/sync/index.ts";
import { isoFromMs } from "../kernel/clock.ts";
import { PassInterrupted } from "./interruption.ts";
import { done, type Outcome } from "./outcome.ts";
import type { PeerConnection } from "./peer.connection.ts";
import { fetchDeviceCopies } from "./take-along.devices.ts";
import { fetchOperations } from "./take-along.operations.ts";
import { countPlans, markAnnotationsOfPlans } from "./take-along.plans.ts";
import { fetchZones } from "./take-along.zones.ts";
import type { PartResult, TakeAlongDeps, TakeAlongRun } from "./take-along.deps.ts";

export type TakeAlong = TakeAlongRunner & {
  /** The same for one command: resolves when it has ended. Never rejects. */
  readonly run: (peer: PeerModel, region: TakeAlongStart, signal: AbortSignal) => Promise<void>;
  /** Ends all that are running. */
  readonly close: () => Promise<void>;
};

/** How often progress is stored and published, milliseconds. */
const MIN_REPORT_INTERVAL_MS = 500;

const PARTS: readonly {
  readonly part: TakeAlongPartName;
  readonly fetch: (run: TakeAlongRun) => Promise<Outcome<PartResult>>;
}[] = [
  {
    part: "plans",
    async fetch({ deps, peer, signal }) {
      markAnnotationsOfPlans(deps.db, peer.id);
      await deps.synchronise(peer.id, signal);
      assertExchanged(findPeer(deps.db, peer.id));
      return done(countPlans(deps.db, peer.id));
    },
  },
  { part: "devices", fetch: fetchDeviceCopies },
  { part: "zones", fetch: fetchZones },
  { part: "operations", fetch: fetchOperations },
];

/**
 * Fetches what an operator needs in a region without a network, part by part: a part that fails does not stop the
 * others.
 */
export function createTakeAlong(deps: TakeAlongDeps): TakeAlong {
  const { db, clock, log } = deps;
  const running = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();

  async function run(peer: PeerModel, region: TakeAlongStart, signal: AbortSignal): Promise<void> {
    try {
      await takeAll(peer, region, signal);
    } catch (error) {
      log.error({ err: error, peer: peer.id }, "a region could not be taken along");
    }
  }

  async function takeAll(peer: PeerModel, { bbox, days }: TakeAlongStart, signal: AbortSignal): Promise<void> {
    const before = findTakeAlong(db, peer.id);
    let state: TakeAlongModel = {
      peer: peer.id,
      bbox,
      days,
      state: "running",
      startedMs: clock.now(),
      endedMs: null,
      // Data that was fetched before is kept with its age, until it is fetched again.
      parts: PARTS.map(({ part }) => ({
        part,
        state: "waiting",
        count: 0,
        total: null,
        as_of: before?.parts.find((one) => one.part === part)?.as_of ?? null,
        detail: null,
      })),
    };
    let reportedMs = -Infinity;
    const save = (next: TakeAlongModel, isUrgent: boolean) => {
      state = next;
      if (!isUrgent && clock.now() - reportedMs < MIN_REPORT_INTERVAL_MS) return;
      reportedMs = clock.now();
      saveTakeAlong(db, state);
      const found = findPeer(db, peer.id);
      if (found !== undefined) deps.onChange(found);
    };
    const change = (part: TakeAlongPartName, fields: Partial<TakeAlongModel["parts"][number]>, isUrgent = true) =>
      save({ ...state, parts: state.parts.map((one) => (one.part === part ? { ...one, ...fields } : one)) }, isUrgent);
    const fail = (part: TakeAlongPartName, detail: string) =>
      change(part, signal.aborted ? { state: "cancelled" } : { state: "failed", detail });

    save(state, true);
    let connection: PeerConnection | undefined;
    for (const { part, fetch } of PARTS) {
      if (signal.aborted) {
        change(part, { state: "cancelled" });
        continue;
      }
      change(part, { state: "running" });
      try {
        connection ??= await deps.connect(peer.id, signal);
        const onProgress = (count: number, total: number | null) => change(part, { count, total }, false);
        const fetched = await fetch({ deps, peer: connection.peer, connection, bbox, days, signal, onProgress });
        if (fetched.kind === "held") {
          fail(part, fetched.hold.detail);
          continue;
        }
        const { isMissing = false, count, detail } = fetched.value;
        change(part, {
          state: isMissing ? "missing" : "done",
          count,
          total: isMissing ? null : count,
          detail,
          ...(isMissing ? {} : { as_of: isoFromMs(clock.now()) }),
        });
      } catch (error) {
        const isExpected = error instanceof PassInterrupted;
        fail(part, isExpected ? error.message : "An error of this station; its log has more.");
        if (!isExpected && !signal.aborted) {
          log.error({ err: error, peer: peer.id, part }, "a part of a region could not be taken along");
        }
      }
    }
    const hasFailed = state.parts.some((one) => one.state === "failed");
    const end = signal.aborted ? "cancelled" : hasFailed ? "incomplete" : "done";
    save({ ...state, state: end, endedMs: clock.now() }, true);
  }

  async function cancel(peerId: string): Promise<void> {
    const current = running.get(peerId);
    current?.abort.abort();
    await current?.ended;
  }

  return {
    run,
    cancel,
    isRunning: (peerId) => running.has(peerId),
    start(peer, region) {
      if (running.has(peer.id)) return false;
      const abort = new AbortController();
      const ended = run(peer, region, abort.signal).finally(() => {
        running.delete(peer.id);
        const found = findPeer(db, peer.id);
        if (found !== undefined) deps.onChange(found);
      });
      running.set(peer.id, { abort, ended });
      return true;
    },
    async close() {
      await Promise.all([...running.keys()].map(cancel));
    },
  };
}

/** The exchange stores its failure with the peer. */
function assertExchanged(peer: PeerModel | undefined): void {
  if (peer === undefined) throw new PassInterrupted("paused", "removed", "The peer was removed.");
  const { state, error } = peer;
  if (state === "ready" && error === null) return;
  throw new PassInterrupted(state, error?.code ?? state, error?.msg ?? "It was not reached.");
}
