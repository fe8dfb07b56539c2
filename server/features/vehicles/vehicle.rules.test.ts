import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import {
  DISARMED,
  type FlightCommand,
  type FlightEvent,
  type FlightPhase,
  LINK_LOST_MS,
  restoredPhase,
  SAME_FLIGHT_MS,
  stepFlight,
} from "./vehicle.rules.ts";

/** The commands of events after one another, each so many seconds after the one before. */
function commandsOf(
  events: readonly (readonly [afterS: number, what: "armed" | "disarmed" | "position" | "time"])[],
): readonly FlightCommand[] {
  let phase: FlightPhase = DISARMED;
  let atMs = 1e6;
  return events.flatMap(([afterS, what]) => {
    atMs += afterS * SECOND_MS;
    const step = stepFlight(phase, eventOf(what, atMs));
    phase = step.phase;
    return step.commands;
  });
}

function eventOf(what: "armed" | "disarmed" | "position" | "time", atMs: number): FlightEvent {
  if (what === "position" || what === "time") return { kind: what, atMs };
  return { kind: "heartbeat", isArmed: what === "armed", atMs };
}

describe("a flight of a vehicle", () => {
  it("begins when it is armed and its place is known, and ends when it is disarmed", () => {
    expect(
      commandsOf([
        [0, "disarmed"],
        [1, "position"],
        [1, "armed"],
      ]),
    ).toEqual([]);
    expect(
      commandsOf([
        [0, "armed"],
        [1, "position"],
        [1, "armed"],
        [1, "disarmed"],
        [1, "position"],
      ]),
    ).toEqual(["begin", "end"]);
  });

  it("is none when the vehicle is disarmed before its place was known", () => {
    expect(
      commandsOf([
        [0, "armed"],
        [1, "disarmed"],
        [1, "position"],
      ]),
    ).toEqual([]);
  });

  it("ends after a minute without a heartbeat, and goes on when the vehicle comes back armed within ten", () => {
    const flying = [
      [0, "armed"],
      [0, "position"],
    ] as const;
    expect(commandsOf([...flying, [59.9, "time"]])).toEqual(["begin"]);
    expect(commandsOf([...flying, [60, "time"]])).toEqual(["begin", "end_link_lost"]);
    expect(commandsOf([...flying, [60, "position"]])).toEqual(["begin", "end_link_lost"]);
    expect(commandsOf([...flying, [600, "armed"], [1, "position"]])).toEqual(["begin", "end_link_lost", "resume"]);
    expect(commandsOf([...flying, [601, "armed"], [1, "position"]])).toEqual(["begin", "end_link_lost", "begin"]);
  });

  it("stays ended when the vehicle comes back disarmed", () => {
    const back = [
      [0, "armed"],
      [0, "position"],
      [90, "disarmed"],
      [1, "armed"],
      [1, "position"],
    ] as const;
    expect(commandsOf(back)).toEqual(["begin", "end_link_lost", "begin"]);
  });
});

type Step = {
  readonly afterMs: number;
  readonly what: "armed" | "disarmed" | "position" | "time";
  /** The station is restarted before the event, its clock having been set by so much meanwhile. */
  readonly restart: number | undefined;
};

const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(
    fc.integer({ min: 0, max: 2 * SECOND_MS }),
    fc.integer({ min: 0, max: 12 * MINUTE_MS }),
    fc.constantFrom(LINK_LOST_MS - 1, LINK_LOST_MS, SAME_FLIGHT_MS, SAME_FLIGHT_MS + 1),
  ),
  what: fc.constantFrom("armed" as const, "armed" as const, "disarmed" as const, "position" as const, "time" as const),
  restart: fc.option(fc.constantFrom(0, 0, -3_600_000), { nil: undefined }),
});

/** Runs events, with what a restart keeps: the phase of an open flight, and how long ago it last sent. */
function run(steps: readonly Step[], withRestarts: boolean) {
  let phase: FlightPhase = DISARMED;
  let atMs = 0;
  const done: FlightCommand[] = [];
  for (const { afterMs, what, restart } of steps) {
    if (withRestarts && restart !== undefined && (phase.kind === "flying" || phase.kind === "lost")) {
      // The process ends at the last event and begins at the next; its monotonic clock begins anew.
      phase = restoredPhase(phase.kind, atMs - phase.lastMs + restart, atMs);
    }
    atMs += afterMs;
    const next = stepFlight(phase, eventOf(what, atMs));
    phase = next.phase;
    done.push(...next.commands);
  }
  return { done, phase };
}

describe("whatever a vehicle sends", () => {
  it("every flight that is begun or gone on with is ended once, and none is begun in another", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, withRestarts) => {
        const { done, phase } = run(steps, withRestarts);
        let isOpen = false;
        for (const command of done) {
          const opens = command === "begin" || command === "resume";
          expect(isOpen).toBe(!opens);
          isOpen = opens;
        }
        expect(isOpen).toBe(phase.kind === "flying");
      }),
    );
  });

  it("a restart of the station in between changes nothing", () => {
    const unset = step.map((one) => ({ ...one, restart: one.restart === undefined ? undefined : 0 }));
    fc.assert(
      fc.property(fc.array(unset, { maxLength: 60 }), (steps) => {
        const observed = steps.map((one) => (one.what === "armed" ? one : { ...one, restart: undefined }));
        expect(run(observed, true)).toEqual(run(observed, false));
      }),
    );
  });

  it("a clock that was set back while the station was off ends no flight early", () => {
    expect(restoredPhase("flying", -3_600_000, 5000)).toEqual({ kind: "flying", lastMs: 5000 });
  });
});
