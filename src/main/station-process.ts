import type { Station, StationOptions } from "../../server/app/index.ts";
import { startRestartingStation } from "../../server/app/restarting-station.ts";
import { reportSources, type StationActivity } from "./sources/source-activity.rules.ts";
import { createSecretRequests } from "./station/secret-requests.ts";
import {
  stationCommand,
  type StationCommand,
  type StationMessage,
  type StationProcessOptions,
} from "./station/station.messages.ts";

const ACTIVITY_EVERY_MS = 2_000;
/** A connection of the same computer arrives at once, unless the station is very busy. */
const CALLER_LIMIT_MS = 30_000;

/** The entry of the utility process: one station, started and stopped by messages from main. */
const main = process.parentPort;
const secrets = createSecretRequests((message) => main.postMessage(message));
let station: Promise<Station> | undefined;
let activityTimer: NodeJS.Timeout | undefined;

main.on("message", (event) => void obey(stationCommand.parse(event.data)));

async function obey(command: StationCommand): Promise<void> {
  switch (command.type) {
    case "start":
      return start(command.options);
    case "stop":
      return stop();
    case "secret":
      return secrets.answered(command.number, command.answer);
    case "caller":
      return answerCaller(command.port);
  }
}

async function start(options: StationProcessOptions): Promise<void> {
  if (station !== undefined) return;
  station = startRestartingStation(toStationOptions(options), fail);
  try {
    const { url, listSources, isSettingUp } = await station;
    report({ type: "ready", url });
    activityTimer = followActivity(() => ({ sources: [...reportSources(listSources())], isSettingUp: isSettingUp() }));
  } catch (error) {
    fail(error);
  }
}

/** The main process then ends this process and starts another. */
function fail(error: unknown): void {
  console.error(error);
  report({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}

/** Exits only after the station has written everything to disk; a start in progress is awaited first. */
async function stop(): Promise<void> {
  clearInterval(activityTimer);
  try {
    await (await station)?.stop();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function answerCaller(port: number): Promise<void> {
  const isReached = (await (await station)?.isReachedFrom(port, CALLER_LIMIT_MS)) ?? false;
  report({ type: "reached", port, isReached });
}

/** Reports the activity to the main process, now and after every change. */
function followActivity(look: () => StationActivity): NodeJS.Timeout {
  let reported: string | undefined;
  const reportIfChanged = (): void => {
    const activity = look();
    const now = JSON.stringify(activity);
    if (now === reported) return;
    reported = now;
    report({ type: "activity", activity });
  };
  reportIfChanged();
  return setInterval(reportIfChanged, ACTIVITY_EVERY_MS);
}

function report(message: StationMessage): void {
  main.postMessage(message);
}

/** Loopback only; the window signs in as every program does, except in a demonstration. */
function toStationOptions({ spatialite, ...rest }: StationProcessOptions): StationOptions {
  return { ...rest, host: "127.0.0.1", secrets: secrets.vault, ...(spatialite === undefined ? {} : { spatialite }) };
}
