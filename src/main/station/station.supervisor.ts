import type { StationState, Unsubscribe } from "../../preload/contract.ts";
import type { StationCommand, StationProcessOptions, StationReport } from "./station.messages.ts";
import {
  decideRestart,
  KEYCHAIN_PROMPT_MS,
  STABLE_AFTER_MS,
  START_LIMIT_MS,
  STOP_LIMIT_MS,
} from "./station.restart-rules.ts";

/** A running station process, as far as the supervisor is concerned. */
export interface StationChild {
  send(command: StationCommand): void;
  onReport(listener: (report: StationReport) => void): void;
  /** Called when it begins to wait for a secret of the keychain, and when it has all that it asked for. */
  onWaiting(listener: (isWaiting: boolean) => void): void;
  /** Called once, when the process is gone. */
  onExit(listener: (code: number) => void): void;
  /** Ends the process by force. */
  kill(): void;
}

export interface SupervisorPorts {
  launch(): StationChild;
  /** Runs `task` after `ms`, unless the returned function is called first. */
  after(ms: number, task: () => void): () => void;
}

export interface StationSupervisor {
  readonly state: StationState;
  onState(listener: (state: StationState) => void): Unsubscribe;
  start(): void;
  /** A running station is stopped cleanly first; a waiting or failed one starts at once. */
  restart(): void;
  /** Resolves when the process is gone: cleanly, or by force after ten seconds. */
  stop(): Promise<void>;
}

/** Keeps one station process alive at one address. `notice` goes with every `running` state. */
export function superviseStation(
  ports: SupervisorPorts,
  options: StationProcessOptions,
  notice: string | undefined,
): StationSupervisor {
  const listeners = new Set<(state: StationState) => void>();
  let state: StationState = { kind: "starting" };
  let child: StationChild | undefined;
  let stopped: PromiseWithResolvers<void> | undefined;
  let cancelTimer = (): void => {};
  let isRestartRequested = false;
  let wasReady = false;
  let failures = 0;

  function become(next: StationState): void {
    state = next;
    for (const listener of listeners) listener(next);
  }

  function schedule(ms: number, task: () => void): void {
    cancelTimer();
    cancelTimer = ports.after(ms, task);
  }

  function launch(): void {
    const launched = ports.launch();
    let failure: string | undefined;
    let isStarting = true;
    child = launched;
    watchStart(launched, {
      isUnderWay: () => isStarting && stopped === undefined,
      state: () => state,
      become,
      schedule,
      onTooLate() {
        failure = "The station did not answer in time.";
        launched.kill();
      },
    });
    launched.onReport((report) => {
      if (stopped !== undefined || isRestartRequested) return;
      isStarting = false;
      if (report.type === "ready") return settle(report.url);
      failure = report.message;
      launched.kill();
    });
    launched.onExit((code) => {
      isStarting = false;
      cancelTimer();
      child = undefined;
      if (stopped !== undefined) return stopped.resolve();
      if (isRestartRequested) return resetAndLaunch();
      recover(failure ?? `The station ended unexpectedly (code ${code}).`);
    });
    launched.send({ type: "start", options });
  }

  function settle(url: string): void {
    wasReady = true;
    schedule(STABLE_AFTER_MS, () => (failures = 0));
    become({ kind: "running", url, ...(notice === undefined ? {} : { notice }) });
  }

  function recover(reason: string): void {
    failures += 1;
    const decision = decideRestart({ wasReady, failures });
    if (decision.kind === "give-up") return become({ kind: "failed", message: reason });
    schedule(decision.waitMs, launch);
    become({ kind: "restarting", reason, attempt: decision.attempt, waitMs: decision.waitMs });
  }

  function end(running: StationChild): void {
    running.send({ type: "stop" });
    schedule(STOP_LIMIT_MS, () => running.kill());
  }

  function start(): void {
    become({ kind: "starting" });
    resetAndLaunch();
  }

  function resetAndLaunch(): void {
    isRestartRequested = false;
    wasReady = false;
    failures = 0;
    launch();
  }

  return {
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start,
    restart() {
      if (stopped !== undefined) return;
      if (child === undefined) return start();
      // A start in progress already does what is requested; ending it would only lose time.
      if (state.kind !== "running") return;
      isRestartRequested = true;
      become({ kind: "starting" });
      end(child);
    },
    stop() {
      if (stopped !== undefined) return stopped.promise;
      stopped = Promise.withResolvers<void>();
      become({ kind: "stopping" });
      cancelTimer();
      if (child === undefined) stopped.resolve();
      else end(child);
      return stopped.promise;
    },
  };
}

interface StartWatch {
  readonly isUnderWay: () => boolean;
  readonly state: () => StationState;
  readonly become: (state: StationState) => void;
  readonly schedule: (ms: number, task: () => void) => void;
  readonly onTooLate: () => void;
}

/** Limits the time of a start, except while the keychain prompts the person. */
function watchStart(launched: StationChild, { isUnderWay, state, become, schedule, onTooLate }: StartWatch): void {
  const before = state();
  const limit = (): void => schedule(START_LIMIT_MS, onTooLate);
  limit();
  launched.onWaiting((isWaiting) => {
    if (!isUnderWay()) return;
    if (isWaiting) return schedule(KEYCHAIN_PROMPT_MS, () => become({ kind: "starting", waitsFor: "keychain" }));
    limit();
    if (state() !== before) become(before);
  });
}
