import type { SetupBatch, SetupBatchCreate } from "../../contracts/setup-batch.ts";
import type { SetupSession } from "../../contracts/setup.ts";
import type { SetUpDeps, WantedOf } from "./batch.device.ts";
import { type Batch, startBatch } from "./batch.run.ts";
import type { Caller, SetupDeps } from "./setup.deps.ts";
import { wantedOf } from "./setup.rules.ts";

const MAX_KEPT = 10;

export type BeginOutcome =
  | { readonly kind: "begun"; readonly batch: SetupBatch }
  | { readonly kind: "running" | "no_set" | "no_list" }
  | { readonly kind: "no_such_port"; readonly path: string };

export type SetupBatches = {
  /** Newest first. */
  readonly list: () => readonly SetupBatch[];
  readonly find: (id: string) => SetupBatch | undefined;
  readonly begin: (request: SetupBatchCreate, caller: Caller) => Promise<BeginOutcome>;
  /** Resolves when nothing is written any more; undefined when there is no such batch. */
  readonly end: (id: string) => Promise<SetupBatch | undefined>;
  readonly isRunning: () => boolean;
  /** Call with every change of a session. */
  readonly follow: (session: SetupSession) => void;
  readonly close: () => Promise<void>;
};

/** The batches since the station was started; one runs at a time. */
export function createSetupBatches(deps: SetupDeps & SetUpDeps): SetupBatches {
  let batches: readonly Batch[] = [];
  const find = (id: string) => batches.find((batch) => batch.id === id);

  return {
    list: () => batches.map((batch) => batch.toWire()),
    find: (id) => find(id)?.toWire(),
    async begin({ flavor, paths }, caller) {
      const wanted = wantedBy(deps, flavor);
      if (wanted === undefined) return { kind: "no_set" };
      // Without the list, new devices could not be distinguished from those that were plugged in before.
      const ports = await deps.listPorts().catch(() => undefined);
      if (ports === undefined) return { kind: "no_list" };
      const missing = paths.find((path) => !ports.some((port) => port.path === path));
      if (missing !== undefined) return { kind: "no_such_port", path: missing };
      if (!batches.every((batch) => batch.isEnded())) return { kind: "running" };
      const batch = startBatch(deps, { flavor: flavor ?? null, caller, wantedOf: wanted, ports, chosen: paths });
      batches = [batch, ...batches].slice(0, MAX_KEPT);
      return { kind: "begun", batch: batch.toWire() };
    },
    async end(id) {
      const batch = find(id);
      await batch?.end();
      return batch?.toWire();
    },
    isRunning: () => batches.some((batch) => !batch.isEnded()),
    follow(session) {
      for (const batch of batches) batch.follow(session);
    },
    async close() {
      await Promise.all(batches.map((batch) => batch.end()));
    },
  };
}

/** Undefined where the variant has no configuration set. */
function wantedBy(
  { snapshots, findConfigurationSet, findVariantSettings }: SetupDeps,
  flavor: string | undefined,
): WantedOf | undefined {
  if (flavor === undefined) {
    const sources = { findSnapshot: snapshots.find, findConfigurationSet };
    return (session) => wantedOf({ configuration_set: true }, session, sources);
  }
  const values = findVariantSettings(flavor);
  return values && (() => ({ kind: "wanted", wanted: { values, source: "configuration_set" } }));
}
