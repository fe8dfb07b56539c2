import { beforeEach, describe, expect, it } from "vitest";
import type { StationState } from "../../preload/contract.ts";
import type { StationCommand, StationReport } from "./station.messages.ts";
import { superviseStation, type StationChild, type StationSupervisor } from "./station.supervisor.ts";

const options = { dataDir: "/data", port: 7420, rendererDir: "/console", demo: false };
const url = "http://127.0.0.1:7420/";

describe("superviseStation", () => {
  let children: TestChild[];
  let timers: { ms: number; task: () => void }[];
  let states: StationState[];
  let supervisor: StationSupervisor;

  beforeEach(() => {
    children = [];
    timers = [];
    states = [];
    supervisor = superviseStation(
      {
        launch() {
          const child = new TestChild();
          children.push(child);
          return child;
        },
        after(ms, task) {
          const timer = { ms, task };
          timers.push(timer);
          return () => void (timers = timers.filter((other) => other !== timer));
        },
      },
      options,
      undefined,
    );
    supervisor.onState((state) => states.push(state));
  });

  function child(index = children.length - 1): TestChild {
    const found = children[index];
    if (found === undefined) throw new Error(`no process number ${index}`);
    return found;
  }

  function passTime(): void {
    const timer = timers.shift();
    if (timer === undefined) throw new Error("nothing is waiting");
    timer.task();
  }

  it("starts one process with the options and runs when that answers", () => {
    supervisor.start();
    child().report({ type: "ready", url });
    expect(child().commands).toEqual([{ type: "start", options }]);
    expect(states).toEqual([{ kind: "starting" }, { kind: "running", url }]);
  });

  it("starts a crashed station again at the same port", () => {
    supervisor.start();
    child().report({ type: "ready", url });
    child().exit(9);
    expect(supervisor.state).toMatchObject({ kind: "restarting", attempt: 1, waitMs: 250 });
    passTime();
    child().report({ type: "ready", url });
    expect(children.map((each) => each.commands)).toEqual([[{ type: "start", options }], [{ type: "start", options }]]);
    expect(supervisor.state).toEqual({ kind: "running", url });
  });

  it("says in the station's own words why the first start failed, and ends what is left of it", () => {
    supervisor.start();
    child().report({ type: "failed", message: "SpatiaLite is missing." });
    expect(child().killed).toBe(true);
    child().exit(1);
    expect(supervisor.state).toEqual({ kind: "failed", message: "SpatiaLite is missing." });
  });

  it("starts again when a person asks after a failure", () => {
    supervisor.start();
    child().report({ type: "failed", message: "no" });
    child().exit(1);
    supervisor.restart();
    child().report({ type: "ready", url });
    expect(children).toHaveLength(2);
    expect(supervisor.state).toEqual({ kind: "running", url });
  });

  it("ends a start that never answers", () => {
    supervisor.start();
    passTime();
    expect(child().killed).toBe(true);
    child().exit(9);
    expect(supervisor.state).toEqual({ kind: "failed", message: "The station did not answer in time." });
  });

  it("waits for the keychain as long as the person takes, reports that, and restarts the time limit of the start", () => {
    supervisor.start();
    child().wait(true);
    expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
    passTime();
    expect(supervisor.state).toEqual({ kind: "starting", waitsFor: "keychain" });
    expect(timers).toEqual([]);
    child().wait(false);
    expect(supervisor.state).toEqual({ kind: "starting" });
    expect(timers.map(({ ms }) => ms)).toEqual([180_000]);
    child().report({ type: "ready", url });
    expect(supervisor.state).toEqual({ kind: "running", url });
    expect(child().killed).toBe(false);
  });

  it("says nothing of a keychain that answers at once, nor of what a running station asks of it", () => {
    supervisor.start();
    child().wait(true);
    child().wait(false);
    child().report({ type: "ready", url });
    const [limit] = timers;
    child().wait(true);
    expect(timers).toEqual([limit]);
    expect(states).toEqual([{ kind: "starting" }, { kind: "running", url }]);
  });

  it("takes no notice of a keychain that answers a station which is gone", () => {
    supervisor.start();
    child().report({ type: "ready", url });
    child().exit(9);
    passTime();
    child().wait(true);
    passTime();
    expect(supervisor.state).toEqual({ kind: "starting", waitsFor: "keychain" });
    child().exit(9);
    const waiting = supervisor.state;
    const [again] = timers;
    child().wait(false);
    expect(timers).toEqual([again]);
    expect(supervisor.state).toBe(waiting);
    expect(waiting).toMatchObject({ kind: "restarting", attempt: 2 });
  });

  it("stops a running station cleanly before it starts it again on request", () => {
    supervisor.start();
    child().report({ type: "ready", url });
    supervisor.restart();
    expect(child(0).commands.at(-1)).toEqual({ type: "stop" });
    expect(child(0).killed).toBe(false);
    child(0).exit(0);
    child(1).report({ type: "ready", url });
    expect(states.map(({ kind }) => kind)).toEqual(["starting", "running", "starting", "running"]);
  });

  it("waits for a clean end when it stops, and starts nothing afterwards", async () => {
    supervisor.start();
    child().report({ type: "ready", url });
    const stopped = supervisor.stop();
    child().exit(0);
    await stopped;
    await supervisor.stop();
    supervisor.restart();
    expect(children).toHaveLength(1);
    expect(timers).toEqual([]);
  });

  it("ends a station by force that does not stop in time", () => {
    supervisor.start();
    child().report({ type: "ready", url });
    void supervisor.stop();
    passTime();
    expect(child().killed).toBe(true);
  });

  it("stops at once while it waits to start again", async () => {
    supervisor.start();
    child().report({ type: "ready", url });
    child().exit(9);
    await supervisor.stop();
    expect(timers).toEqual([]);
    expect(supervisor.state).toEqual({ kind: "stopping" });
  });
});

class TestChild implements StationChild {
  readonly commands: StationCommand[] = [];
  killed = false;
  report: (report: StationReport) => void = () => {};
  exit: (code: number) => void = () => {};
  wait: (isWaiting: boolean) => void = () => {};

  send(command: StationCommand): void {
    this.commands.push(command);
  }
  onReport(listener: (report: StationReport) => void): void {
    this.report = listener;
  }
  onExit(listener: (code: number) => void): void {
    this.exit = listener;
  }
  onWaiting(listener: (isWaiting: boolean) => void): void {
    this.wait = listener;
  }
  kill(): void {
    this.killed = true;
  }
}
