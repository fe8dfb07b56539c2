import type { OutputEventName } from "../../contracts/outputs.ts";
import type { UndeliveredEvents, RunnableOutput } from "../../features/outputs/index.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import { ANONYMOUS, type Principal } from "../../kernel/principal.ts";
import type { RunOutput } from "../../outputs/output.ts";
import type { OutputSupervisor } from "../../outputs/output.supervisor.ts";
import type { LivePublisher, LiveTelemetry } from "../recording/live-publisher.ts";
import { filterBox, isInside } from "./filter-box.ts";
import { createOutputRecords, type LivePoint } from "./output-records.ts";
import type { OutputReading } from "./record-batch.ts";

/** The rate at which Remote ID is broadcast (ASTM F3411-22a), and at which receivers redraw an aircraft. */
const RECORD_INTERVAL_MS = SECOND_MS;

/** A live event as it is published. */
export type LiveEventAt = {
  readonly name: OutputEventName;
  readonly payload: object;
  /** `undefined` for an event that is about no place. */
  readonly position?: Position | undefined;
  readonly canReceive: (caller: Principal) => boolean;
};

/** Outputs that deliver events. */
type EventOutput = {
  readonly id: string;
  readonly events: ReadonlySet<OutputEventName>;
  readonly isInside: (position: Position | undefined) => boolean;
  readonly owner: () => Principal;
};

/** Passes what is received to the outputs: each sends what its account may read and its filter accepts. */
export function createLiveOutputs(deps: {
  readonly supervisor: OutputSupervisor<LivePoint, OutputReading>;
  readonly createRun: (settings: RunnableOutput["settings"]) => RunOutput<OutputReading>;
  readonly canRead: LivePublisher["canRead"];
  /** Whether the credentials of an account are accepted. */
  readonly isActive: (userId: string) => boolean;
  /** What outputs have not delivered yet, also before the station started. */
  readonly undeliveredEvents: Pick<UndeliveredEvents, "waiting" | "add" | "settle" | "forget">;
  readonly clock: Clock;
}) {
  const { supervisor, undeliveredEvents, clock } = deps;
  const records = createOutputRecords(deps);
  const running = new Set<string>();
  const eventOutputs = new Map<string, EventOutput>();

  /**
   * An output has the rights of its account without those of an administrator: it does not send what is private to
   * others. An account that is disabled or gone has only what everybody may read.
   */
  function ownerOf(userId: string): Principal {
    const id = deps.isActive(userId) ? userId : ANONYMOUS.userId;
    return { userId: id, isAdministrator: false, credential: "local" };
  }

  function start({ id, settings, filter, ownerId }: RunnableOutput): void {
    const owner = () => ownerOf(ownerId);
    eventOutputs.delete(id);
    running.add(id);
    if (settings.kind === "webhook") {
      const box = filterBox(filter);
      eventOutputs.set(id, {
        id,
        events: new Set(settings.events),
        isInside: (position) => box === undefined || (position !== undefined && isInside(box, position)),
        owner,
      });
    }
    supervisor.start({
      id,
      createRun: () => deps.createRun(settings),
      keyOf: settings.kind === "webhook" ? () => undefined : records.keyOf(ownerId, filter, owner),
      makeRecord: (point) => records.read(point, owner),
      intervalMs: RECORD_INTERVAL_MS,
      onEventSettled: (event) => undeliveredEvents.settle(id, event),
    });
    // When an account was disabled since, it may no longer read an event that it could read when it happened.
    if (!deps.isActive(ownerId)) undeliveredEvents.forget(id);
    for (const event of undeliveredEvents.waiting(id)) supervisor.takeEvent(id, event);
  }

  function forget(id: string): void {
    running.delete(id);
    eventOutputs.delete(id);
  }

  return {
    start,
    stop(id: string): Promise<void> {
      forget(id);
      return supervisor.stop(id);
    },
    remove(id: string): Promise<void> {
      forget(id);
      undeliveredEvents.forget(id);
      return supervisor.remove(id);
    },
    /** Call with all live telemetry; costs next to nothing while no output is switched on. */
    take({ suboperation, ua, operator }: LiveTelemetry): void {
      if (running.size === 0) return;
      if (operator !== null) records.note(suboperation, operator);
      if (ua !== null) supervisor.take({ suboperation, ua });
    },
    takeEvent({ name, payload, position, canReceive }: LiveEventAt): void {
      for (const { id, events, isInside: isPlaceInside, owner } of eventOutputs.values()) {
        if (!events.has(name) || !isPlaceInside(position) || !canReceive(owner())) continue;
        const event = { name, atMs: clock.now(), payload };
        if (DELIVERED_LATER.has(name)) undeliveredEvents.add(id, event);
        supervisor.takeEvent(id, event);
      }
    },
    /** Whether an output delivers events about this place; if not, a record need not be built. */
    isWatched(position: Position): boolean {
      for (const { events, isInside: isPlaceInside } of eventOutputs.values()) {
        if (ABOUT_PLACES.some((name) => events.has(name)) && isPlaceInside(position)) return true;
      }
      return false;
    },
    /** The accounts of the outputs that deliver events. */
    owners: (): readonly Principal[] => [...eventOutputs.values()].map(({ owner }) => owner()),
  };
}

/** Events that report a change. The others report a state, which is different after a restart. */
const DELIVERED_LATER: ReadonlySet<OutputEventName> = new Set(["alert", "sync_removed"]);
const ABOUT_PLACES = ["telemetry_ua", "telemetry_operator", "telemetry_system", "operation"] as const;
