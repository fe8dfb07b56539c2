import { utilityProcess, type UtilityProcess } from "electron";
import type { Writable } from "node:stream";
import { STATION_NODE_FLAGS, stationEnvironment } from "../../../server/app/station/process-settings.ts";
import { type AnswerSecret, followAnswers } from "../secrets/station-secrets.ts";
import type { StationActivity } from "../sources/source-activity.rules.ts";
import { createStationProof, type StationProof } from "./station.proof.ts";
import { type StationCommand, type StationReport, type StationSecret, stationMessage } from "./station.messages.ts";
import type { StationChild } from "./station.supervisor.ts";

export interface StationLaunch {
  /** The built entry of the station process. */
  readonly entry: string;
  /** The log for the station's output; it stays open over restarts. */
  readonly log: Writable;
  /** Added to the environment, such as where the bundled projection data lie. */
  readonly env: Readonly<Record<string, string>>;
  /** Keeps the secrets of the station. */
  readonly answerSecret: AnswerSecret;
  /** Called with the activity of the station, and with `undefined` when the process has ended. */
  readonly onActivity: (activity: StationActivity | undefined) => void;
}

/** Starts the server in an Electron utility process, so that a crash or slow query there does not affect the app. */
export function launchStation({ entry, log, env, answerSecret, onActivity }: StationLaunch): StationChild {
  const child = utilityProcess.fork(entry, [], {
    serviceName: "Fieldstation station",
    stdio: ["ignore", "pipe", "pipe"],
    // Electron creates V8's heap before it reads Node's arguments, and takes the limits only from this switch.
    execArgv: [`--js-flags=${STATION_NODE_FLAGS.join(" ")}`],
    env: stationEnvironment({ ...process.env, ...env }),
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const send = (command: StationCommand): void => child.postMessage(command);
  const proof = createStationProof(send);
  let reportListener = (_report: StationReport): void => {};
  let waitingListener = (_isWaiting: boolean): void => {};
  const ask = followAnswers(answerSecret, (isWaiting) => waitingListener(isWaiting));
  child.on("message", (received) => {
    const message = stationMessage.parse(received);
    switch (message.type) {
      case "secret":
        return void answer(child, message, ask);
      case "reached":
        return proof.answered(message.port, message.isReached);
      case "activity":
        return onActivity(message.activity);
      case "ready":
        return void prove(message, proof).then(reportListener);
      case "failed":
        return reportListener(message);
    }
  });
  child.once("exit", () => {
    proof.end();
    onActivity(undefined);
  });
  return {
    send,
    onReport: (listener) => void (reportListener = listener),
    onWaiting: (listener) => void (waitingListener = listener),
    onExit: (listener) => child.once("exit", listener),
    kill: () => forceKill(child),
  };
}

/** A station is ready only when it was proved that it answers at its address, and no other program. */
async function prove(ready: StationReport & { type: "ready" }, proof: StationProof): Promise<StationReport> {
  if (await proof.isItself(ready.url)) return ready;
  return { type: "failed", message: `Another program answers at ${ready.url}.` };
}

async function answer(child: UtilityProcess, { number, request }: StationSecret, ask: AnswerSecret): Promise<void> {
  const command: StationCommand = { type: "secret", number, answer: await ask(request) };
  child.postMessage(command);
}

/** `UtilityProcess.kill` sends SIGTERM; a station that hangs needs SIGKILL. */
function forceKill(child: UtilityProcess): void {
  if (child.pid !== undefined) process.kill(child.pid, "SIGKILL");
}
