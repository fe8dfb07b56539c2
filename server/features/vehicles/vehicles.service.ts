import type { SourceVehicle } from "../../contracts/vehicles.ts";
import type { VehicleReading } from "../../kernel/vehicle.ts";
import { LINK_LOST_MS } from "./vehicle.rules.ts";
import { createLinkMeter } from "./vehicle.telemetry.ts";
import { createVehicleLogger, type VehicleInput, type VehicleLogger } from "./vehicle.logger.ts";
import { createVehicleView, type VehicleView } from "./vehicle.view.ts";
import type { VehiclesDeps } from "./vehicles.deps.ts";
import { listVehicleFlights, removeVehicleFlight } from "./vehicles.store.ts";

export type VehiclesService = {
  /** Accepts messages of autopilots that a source received; resolves when the records of flights are on disk. */
  readonly take: (sourceId: string, readings: readonly VehicleReading[]) => Promise<void>;
  /** The vehicles of a source, by system id. */
  readonly list: (sourceId: string) => readonly SourceVehicle[];
  /** Continues the flights that were open when the station stopped. Call it once, before `take`. */
  readonly restore: () => void;
  /** Ends the flights whose link was lost; call it about once a second. */
  readonly tick: () => Promise<void>;
};

/** One vehicle of a source, and its messages that wait to be logged. */
type Tracked = {
  readonly source: string;
  readonly logger: VehicleLogger;
  readonly view: VehicleView;
  readonly link: ReturnType<typeof createLinkMeter>;
  waiting: VehicleInput[];
  /** Resolves when the pending entries are logged. */
  working: Promise<void> | undefined;
};

/** A stream has few vehicles; a sender of invented ones must not fill the memory. */
const MAX_VEHICLES = 64;

/** Logs the flights of the vehicles that sources receive: several on one stream are several flights. */
export function createVehiclesService(deps: VehiclesDeps): VehiclesService {
  const { db, log, monotonic, clock } = deps;
  const vehicles = new Map<string, Map<number, Tracked>>();
  /** Systems known not to be vehicles, by source: ground stations, and components without an autopilot. */
  const others = new Map<string, Set<number>>();

  function track(source: string, systemId: number, open?: Parameters<typeof createVehicleLogger>[2]["open"]): Tracked {
    const parts = { findOwner: () => deps.findOwner(source), ...(open !== undefined && { open }) };
    const tracked: Tracked = {
      source,
      logger: createVehicleLogger(deps, { source, systemId }, parts),
      view: createVehicleView(systemId),
      link: createLinkMeter(),
      waiting: [],
      working: undefined,
    };
    const ofSource = vehicles.get(source) ?? new Map<number, Tracked>();
    vehicles.set(source, ofSource.set(systemId, tracked));
    return tracked;
  }

  /** The vehicle that sent a message: one whose autopilot has sent a heartbeat. */
  function findSender(source: string, { systemId, heartbeat }: VehicleReading): Tracked | undefined {
    const known = vehicles.get(source)?.get(systemId);
    if (known !== undefined || heartbeat === null) return known;
    const isVehicle = heartbeat.isAircraft && heartbeat.isAutopilot;
    if (isVehicle && (vehicles.get(source)?.size ?? 0) < MAX_VEHICLES) {
      log.info({ source, systemId }, "a new vehicle was found");
      return track(source, systemId);
    }
    const ofSource = others.get(source) ?? new Set<number>();
    if (!ofSource.has(systemId)) log.info({ source, systemId }, "a system that is not a vehicle is ignored");
    others.set(source, ofSource.add(systemId));
    return undefined;
  }

  /** Messages that arrive during a write wait, and are written together afterwards. */
  function work(tracked: Tracked): Promise<void> {
    tracked.working ??= (async () => {
      // Messages that arrive within one turn of the event loop are written together.
      await Promise.resolve();
      try {
        while (tracked.waiting.length > 0) await tracked.logger.take(tracked.waiting.splice(0));
      } finally {
        tracked.working = undefined;
      }
    })();
    return tracked.working;
  }

  return {
    async take(source, readings) {
      const concerned = new Set<Tracked>();
      for (const reading of readings) {
        const sender = findSender(source, reading);
        if (sender === undefined) continue;
        // A ground station that uses the id of a vehicle does not report its state.
        if (reading.heartbeat !== null && !(reading.heartbeat.isAircraft && reading.heartbeat.isAutopilot)) continue;
        sender.link.add(reading);
        sender.view.add(reading);
        const linkPercent = sender.link.percent(reading.monotonicMs);
        sender.waiting.push({ kind: "reading", reading, linkPercent });
        concerned.add(sender);
      }
      await Promise.all([...concerned].map(work));
    },

    list(source) {
      const moment = { timeMs: clock.now(), monotonicMs: monotonic.now() };
      return [...(vehicles.get(source)?.values() ?? [])].map(({ view, link, logger }) =>
        view.show(moment, {
          linkPercent: link.percent(moment.monotonicMs),
          flight: logger.flight(),
          phase: logger.phase(),
        }),
      );
    },

    restore() {
      deps.tlogs.removeUnless(deps.flights.isStored);
      for (const { source, systemId, flight } of listVehicleFlights(db)) {
        const open = deps.flights.findOpen(flight);
        if (open === undefined) removeVehicleFlight(db, { source, systemId });
        else track(source, systemId, open);
      }
    },

    async tick() {
      const moment = { timeMs: clock.now(), monotonicMs: monotonic.now() };
      const concerned = [...vehicles.values()]
        .flatMap((ofSource) => [...ofSource.values()])
        .filter(({ logger, waiting }) => {
          const phase = logger.phase();
          const isOpen = phase.kind === "flying" || phase.kind === "lost";
          return isOpen && waiting.length === 0 && moment.monotonicMs - phase.lastMs >= LINK_LOST_MS;
        });
      for (const { waiting } of concerned) waiting.push({ kind: "time", moment });
      await Promise.all(concerned.map(work));
    },
  };
}
