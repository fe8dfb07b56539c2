import { utilityProcess, type UtilityProcess } from "electron";
import type { Writable } from "node:stream";
import type { AnswerSecret } from "../secrets/station-secrets.ts";
import { type StationCommand, type StationSecret, stationReport, stationSecret } from "./station.messages.ts";
import type { StationChild } from "./station.supervisor.ts";

export interface StationLaunch {
  /** The built entry of the station process. */
  readonly entry: string;
  /** Where what the station prints is written; stays open over restarts. */
  readonly log: Writable;
  /** Added to the environment, such as where the bundled projection data lie. */
  readonly env: Readonly<Record<string, string>>;
  /** Keeps the secrets of the station. */
  readonly answerSecret: AnswerSecret;
}

/** Starts the server in an Electron utility process, so that neither a crash nor a slow query of one meets the other. */
export function launchStation({ entry, log, env, answerSecret }: StationLaunch): StationChild {
  const child = utilityProcess.fork(entry, [], {
    serviceName: "Fieldstation station",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.on("message", (message) => {
    const asked = stationSecret.safeParse(message).data;
    if (asked !== undefined) void answer(child, asked, answerSecret);
  });
  return {
    send: (command) => child.postMessage(command),
    onReport: (listener) =>
      child.on("message", (message) => {
        if (!stationSecret.safeParse(message).success) listener(stationReport.parse(message));
      }),
    onExit: (listener) => child.once("exit", listener),
    kill: () => forceKill(child),
  };
}

async function answer(child: UtilityProcess, { number, request }: StationSecret, ask: AnswerSecret): Promise<void> {
  const command: StationCommand = { type: "secret", number, answer: await ask(request) };
  child.postMessage(command);
}

/** `UtilityProcess.kill` asks politely; a station that hangs needs more. */
function forceKill(child: UtilityProcess): void {
  if (child.pid !== undefined) process.kill(child.pid, "SIGKILL");
}
