import { startStation, type Station, type StationOptions } from "../../server/app/index.ts";
import { createSecretRequests } from "./station/secret-requests.ts";
import {
  stationCommand,
  type StationCommand,
  type StationProcessOptions,
  type StationReport,
} from "./station/station.messages.ts";

/** The entry of the utility process: one station, started and stopped by messages from main. */
const main = process.parentPort;
const secrets = createSecretRequests((message) => main.postMessage(message));
let station: Promise<Station> | undefined;

main.on("message", (event) => void obey(stationCommand.parse(event.data)));

async function obey(command: StationCommand): Promise<void> {
  switch (command.type) {
    case "start":
      return start(command.options);
    case "stop":
      return stop();
    case "secret":
      return secrets.answered(command.number, command.answer);
  }
}

async function start(options: StationProcessOptions): Promise<void> {
  if (station !== undefined) return;
  station = startStation(toStationOptions(options));
  try {
    report({ type: "ready", url: (await station).url });
  } catch (error) {
    console.error(error);
    report({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
  }
}

/** Leaves only after the station has put everything on disk; a start that is still under way is awaited first. */
async function stop(): Promise<void> {
  try {
    await (await station)?.stop();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

function report(message: StationReport): void {
  main.postMessage(message);
}

/** Loopback only; the window signs in as every program does, except in a demonstration. */
function toStationOptions({ spatialite, ...rest }: StationProcessOptions): StationOptions {
  return { ...rest, host: "127.0.0.1", secrets: secrets.vault, ...(spatialite === undefined ? {} : { spatialite }) };
}
