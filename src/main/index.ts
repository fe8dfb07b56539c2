import { app, BrowserWindow, dialog, powerSaveBlocker, session } from "electron";
import { dirname } from "node:path";
import { setUpAccount } from "./account/account.ts";
import { readCommandLine, type CommandLine } from "./command-line.ts";
import { chooseRecording } from "./ipc/choose-recording.ts";
import { registerIpcHandlers } from "./ipc/ipc.handlers.ts";
import { setUpMenu } from "./menu/menu.ts";
import { logMessage } from "./log-message.ts";
import { getAppPaths, type AppPaths } from "./app-paths.ts";
import { stopStationBeforeQuit } from "./quit.ts";
import { KEYCHAIN_SERVICE, openKeychain } from "./secrets/keychain.ts";
import { createStationSecrets } from "./secrets/station-secrets.ts";
import type { TrustedPages } from "./security/content.rules.ts";
import { guardContents } from "./security/contents.guard.ts";
import { openExternally } from "./security/open-externally.ts";
import { guardSession } from "./security/session.guard.ts";
import { launchStation } from "./station/station.launch.ts";
import { openStationLog } from "./station/station.log.ts";
import { choosePort } from "./station/station.port.ts";
import { superviseStation, type StationSupervisor } from "./station/station.supervisor.ts";
import { desktopLanguageOf, setDesktopLanguage } from "./text/desktop-text.ts";
import { showAccount } from "./window/account-content.ts";
import { openMainWindow, raiseWindow } from "./window/main-window.ts";
import { startingPage } from "./window/starting-page.ts";
import { showStation } from "./window/window-content.ts";

const line = readCommandLine(process.argv.slice(1), process.cwd(), process.env);
if (line.kind === "refused") {
  logMessage(line.message);
  app.exit(2);
} else {
  startApp(line.commandLine);
}

function startApp(commandLine: CommandLine): void {
  const { platform, resourcesPath: resources } = process;
  const machine = {
    platform,
    resources,
    appData: app.getPath("appData"),
    outDir: dirname(import.meta.dirname),
    namedSpatialite: process.env["STATION_SPATIALITE"],
  };
  const paths = getAppPaths(machine, commandLine);
  app.setPath("userData", paths.profileDir);
  if (platform === "win32") app.setAppUserModelId("org.fieldstation.desktop");
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  run(commandLine, paths).catch((error: unknown) => {
    logMessage(String(error));
    dialog.showErrorBox("Fieldstation could not start", String(error));
    app.exit(1);
  });
}

async function run(commandLine: CommandLine, paths: AppPaths): Promise<void> {
  const [port] = await Promise.all([choosePort(commandLine.port), app.whenReady()]);
  const log = openStationLog(paths.logDir);
  const answerSecret = createStationSecrets(openKeychain(KEYCHAIN_SERVICE), paths.dataDir);
  const station = superviseStation(
    {
      launch: () => launchStation({ entry: paths.stationEntry, log, env: projEnvironment(paths), answerSecret }),
      after: startTimer,
    },
    {
      dataDir: paths.dataDir,
      port: port.port,
      rendererDir: paths.rendererDir,
      demo: commandLine.demo,
      ...(paths.spatialite === undefined ? {} : { spatialite: paths.spatialite }),
      ...(commandLine.authUrl === undefined ? {} : { authUrl: commandLine.authUrl }),
    },
    port.notice,
  );
  const trust = (): TrustedPages => ({ stationUrl: `http://127.0.0.1:${port.port}/`, startingPage });
  const currentWindow = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0];

  guardSession(session.defaultSession, trust);
  guardContents(app, { trust, openExternally });
  const account = setUpAccount({ station, dataDir: paths.dataDir, authUrl: commandLine.authUrl, after: startTimer });
  showAccount(account, currentWindow);
  setDesktopLanguage(desktopLanguageOf(app.getPreferredSystemLanguages()));
  const showLanguage = setUpMenu({ version: app.getVersion(), logDir: paths.logDir, station, window: currentWindow });
  registerIpcHandlers({
    trust,
    station,
    account,
    chooseRecording: () => chooseRecording(currentWindow()),
    showLanguage,
  });
  stopStationBeforeQuit(app, station);

  station.start();
  // A recording goes on while the lid is open and nobody touches the machine.
  powerSaveBlocker.start("prevent-app-suspension");
  showWindow(paths, station);

  app.on("second-instance", () => showWindow(paths, station));
  app.on("activate", () => showWindow(paths, station));
  app.on("window-all-closed", () => {
    // On macOS an app without windows stays, and so does its recording.
    if (process.platform !== "darwin") app.quit();
  });
}

/** Raises the window, or opens it when it was closed. */
function showWindow({ preload, profileDir }: AppPaths, station: StationSupervisor): void {
  const [open] = BrowserWindow.getAllWindows();
  if (open !== undefined) return raiseWindow(open);
  showStation(openMainWindow({ preload, profileDir, version: app.getVersion() }), station);
}

function projEnvironment({ projDir }: AppPaths): Record<string, string> {
  return projDir === undefined ? {} : { PROJ_LIB: projDir, PROJ_DATA: projDir };
}

function startTimer(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
