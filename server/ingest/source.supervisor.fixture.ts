import { silentLog, type Log } from "../kernel/log.ts";
import type { SourceInput, DecodedFrame, Refusals } from "./decoded.ts";
import { createManualTime } from "./manual-time.fixture.ts";
import { createSourceSupervisor, type SupervisedSource } from "./source.supervisor.ts";
import type { SourceRun } from "./source.ts";

export const source: SupervisedSource = {
  id: "00000000-0000-4000-8000-0000000000a1",
  name: "Roof",
  sensor_id: "roof",
  settings: { kind: "push" },
};

export const frame: DecodedFrame = {
  kind: "frame",
  observedAtMs: null,
  sensorId: null,
  transmitter: null,
  technology: "unknown",
  rssiDbm: null,
  messages: [],
};

/** A supervisor of one source that runs so, in a time that only the test moves on. */
export function setUp(
  run: SourceRun,
  options: { take?: (decoded: readonly SourceInput[]) => Promise<Refusals>; onChange?: () => void; log?: Log } = {},
) {
  const time = createManualTime();
  const taken: SourceInput[] = [];
  const changes: string[] = [];
  const supervisor = createSourceSupervisor({
    createRun: () => run,
    async take(_, decoded) {
      if (options.take !== undefined) return options.take(decoded);
      taken.push(...decoded);
      return new Map();
    },
    clock: time.clock,
    schedule: time.schedule,
    random: () => 0,
    log: options.log ?? silentLog,
    onChange(id) {
      changes.push(supervisor.status(id).state);
      options.onChange?.();
    },
  });
  return { supervisor, time, taken, changes, status: () => supervisor.status(source.id) };
}
