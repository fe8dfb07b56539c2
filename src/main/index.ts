import { app, BrowserWindow, dialog, powerSaveBlocker, session } from "electron";
import { dirname } from "node:path";
import { setUpAccount } from "./account/account.ts";
import { readCommandLine, type CommandLine } from "./command-line.ts";
import { chooseRecording } from "./ipc/choose-recording.ts";
import { answerWishes } from "./ipc/wishes.ts";
import { setUpMenu } from "./menu/menu.ts";
import { note } from "./note.ts";
import { findPlaces, type Places } from "./places.ts";
import { stopStationBeforeQuit } from "./quit.ts";
import type { Trust } from "./security/content.rules.ts";
import { guardContents } from "./security/contents.guard.ts";
import { openOutside } from "./security/open-outside.ts";
import { guardSession } from "./security/session.guard.ts";
import { launchStation } from "./station/station.launch.ts";
import { openStationLog } from "./station/station.log.ts";
import { choosePort } from "./station/station.port.ts";
import { superviseStation, type StationSupervisor } from "./station/station.supervisor.ts";
import { showAccount } from "./window/account-content.ts";
import { openMainWindow, raise } from "./window/main-window.ts";
import { startingPage } from "./window/starting-page.ts";
import { showStation } from "./window/window-content.ts";

const line = readCommandLine(process.argv.slice(1), process.cwd(), process.env);
if (line.kind === "refused") {
  note(line.message);
  app.exit(2);
} else {
  begin(line.wishes);
}

function begin(wishes: CommandLine): void {
  const { platform, resourcesPath: resources } = process;
  const machine = {
    platform,
    resources,
    appData: app.getPath("appData"),
    outDir: dirname(import.meta.dirname),
    namedSpatialite: process.env["STATION_SPATIALITE"],
  };
  const places = findPlaces(machine, wishes);
  app.setPath("userData", places.profileDir);
  if (platform === "win32") app.setAppUserModelId("org.fieldstation.desktop");
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  run(wishes, places).catch((error: unknown) => {
    note(String(error));
    dialog.showErrorBox("Fieldstation could not start", String(error));
    app.exit(1);
  });
}

async function run(wishes: CommandLine, places: Places): Promise<void> {
  const [port] = await Promise.all([choosePort(wishes.port), app.whenReady()]);
  const log = openStationLog(places.logDir);
  const station = superviseStation(
    {
      launch: () => launchStation({ entry: places.stationEntry, log, env: projEnvironment(places) }),
      after: startTimer,
    },
    {
      dataDir: places.dataDir,
      port: port.port,
      rendererDir: places.rendererDir,
      demo: wishes.demo,
      ...(places.spatialite === undefined ? {} : { spatialite: places.spatialite }),
      ...(wishes.authUrl === undefined ? {} : { authUrl: wishes.authUrl }),
    },
    port.notice,
  );
  const trust = (): Trust => ({ stationUrl: `http://127.0.0.1:${port.port}/`, startingPage });
  const currentWindow = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0];

  guardSession(session.defaultSession, trust);
  guardContents(app, { trust, openOutside });
  const account = setUpAccount({ station, dataDir: places.dataDir, authUrl: wishes.authUrl, after: startTimer });
  showAccount(account, currentWindow);
  answerWishes({ trust, station, account, chooseRecording: () => chooseRecording(currentWindow()) });
  setUpMenu({ version: app.getVersion(), logDir: places.logDir, station, window: currentWindow });
  stopStationBeforeQuit(app, station);

  station.start();
  // A recording goes on while the lid is open and nobody touches the machine.
  powerSaveBlocker.start("prevent-app-suspension");
  showWindow(places, station);

  app.on("second-instance", () => showWindow(places, station));
  app.on("activate", () => showWindow(places, station));
  app.on("window-all-closed", () => {
    // On macOS an app without windows stays, and so does its recording.
    if (process.platform !== "darwin") app.quit();
  });
}

/** Raises the window, or opens it when it was closed. */
function showWindow({ preload, profileDir }: Places, station: StationSupervisor): void {
  const [open] = BrowserWindow.getAllWindows();
  if (open !== undefined) return raise(open);
  showStation(openMainWindow({ preload, profileDir, version: app.getVersion() }), station);
}

function projEnvironment({ projDir }: Places): Record<string, string> {
  return projDir === undefined ? {} : { PROJ_LIB: projDir, PROJ_DATA: projDir };
}

function startTimer(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
