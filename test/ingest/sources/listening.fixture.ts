import type { SourceSettings, SourceState, SourceStatus } from "../../../server/contracts/sources.ts";
import type { SourceInput } from "../../../server/ingest/decoded.ts";
import { createSourceSupervisor, type SourceSupervisor } from "../../../server/ingest/source.supervisor.ts";
import type { SourceRun } from "../../../server/ingest/source.ts";
import { systemClock, systemSchedule } from "../../../server/kernel/clock.ts";
import { silentLog } from "../../../server/kernel/log.ts";

const ID = "00000000-0000-4000-8000-0000000000a1";
/** Back-off passes this much faster than it would in the field. */
const HASTE = 20;

export type Listening = {
  readonly supervisor: SourceSupervisor;
  readonly received: readonly SourceInput[];
  readonly status: () => SourceStatus;
  /** Resolves as soon as the condition holds; it is checked after everything received and every change. */
  readonly until: (condition: () => boolean) => Promise<void>;
  readonly untilState: (state: SourceState) => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

/** One source under the real supervisor, with the real clock; keeps what it receives. */
export function listenTo(settings: SourceSettings, run: SourceRun): Listening {
  const received: SourceInput[] = [];
  const waiters = new Set<() => void>();
  const look = () => {
    for (const waiter of waiters) waiter();
  };
  const supervisor = createSourceSupervisor({
    createRun: () => run,
    async take(_, some) {
      received.push(...some);
      setImmediate(look);
      return new Map();
    },
    clock: systemClock,
    schedule: (action, delayMs) => systemSchedule(action, delayMs / HASTE),
    log: silentLog,
    onChange: look,
  });
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const waiter = () => {
        if (!condition()) return;
        waiters.delete(waiter);
        resolve();
      };
      waiters.add(waiter);
      waiter();
    });
  return {
    supervisor,
    received,
    status: () => supervisor.status(ID),
    until,
    untilState: (state) => until(() => supervisor.status(ID).state === state),
    start: () => supervisor.start({ id: ID, name: "Test", sensor_id: "test", settings }),
    stop: () => supervisor.stop(ID),
  };
}
