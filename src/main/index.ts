import { app, dialog } from "electron";
import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { getAppPaths } from "./app-paths.ts";
import { readCommandLine, withDemo, type CommandLine } from "./command-line.ts";
import { openAppearance } from "./appearance/appearance.store.ts";
import { runApp } from "./app-run.ts";
import { findProfileFault } from "./files/profile-folder.ts";
import { openLogFile } from "./log-file.ts";
import { writeMessagesTo, logMessage } from "./log-message.ts";
import { listFilesAndLinks, withoutFilesAndLinks } from "./open-requests/file-and-link-arguments.ts";
import { followOpenRequests, type SecondInstanceData } from "./open-requests/follow-open-requests.ts";
import { createLateStarts } from "./open-requests/late-starts.ts";
import { createOpenRequests } from "./open-requests/open-requests.ts";
import { translateStation } from "./station/station.translation.ts";
import { desktopText, setDesktopLanguage } from "./text/desktop-text.ts";
import { firstLanguageOf } from "../text/languages.ts";
import { fillIn } from "../text/sentence.ts";

const argv = process.argv.slice(1);
const line = readCommandLine(argv, process.cwd(), process.env);
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
  const systemLanguage = firstLanguageOf(app.getPreferredSystemLanguages());
  setDesktopLanguage(systemLanguage);
  const fault = findProfileFault(paths.profileDir, platform);
  if (fault !== undefined) return refuseFolder(paths.profileDir, fault);
  app.setPath("userData", paths.profileDir);
  if (platform === "win32") app.setAppUserModelId("org.fieldstation.desktop");
  app.enableSandbox();
  const ownPaths = [app.getAppPath(), join(import.meta.dirname, "index.js")];
  const atStart = listFilesAndLinks(argv, process.cwd(), ownPaths);
  if (!app.requestSingleInstanceLock({ filesAndLinks: [...atStart] } satisfies SecondInstanceData)) return app.quit();
  writeMessagesTo(openLogFile(paths.logDir, "app"), `Fieldstation ${app.getVersion()} starts.`);
  // Does not change how the error is handled; only makes sure that it is logged.
  process.on("uncaughtExceptionMonitor", (error) => logMessage(error.stack ?? String(error)));
  const appearance = openAppearance(paths.profileDir);
  setDesktopLanguage(appearance.current.language ?? systemLanguage);
  const openRequests = createOpenRequests();
  const lateStarts = createLateStarts();
  // Before the app is ready: macOS sends the files and links of a start early.
  followOpenRequests(app, { openRequests, lateStarts }, atStart);
  const startAgain = (late: readonly string[], demo: boolean): void => {
    const options = withoutFilesAndLinks(argv, process.cwd(), ownPaths);
    relaunch([...(demo === commandLine.demo ? options : withDemo(options, demo)), ...late]);
  };
  runApp({ commandLine, paths, openRequests, lateStarts, appearance, startAgain }).catch((error: unknown) => {
    logMessage(String(error));
    const reason = error instanceof Error ? error.message : String(error);
    dialog.showErrorBox(desktopText().app.failedStart, translateStation(reason));
    app.exit(1);
  });
}

/** Says why the app cannot keep its profile there, and ends; until it is ready, Linux shows no dialog. */
function refuseFolder(folder: string, reason: string): void {
  const { failedStart, folderUnusable } = desktopText().app;
  const text = fillIn(folderUnusable, { folder, reason });
  logMessage(text);
  // Chromium needs a profile folder until the message is shown.
  app.setPath("userData", mkdtempSync(join(app.getPath("temp"), "fieldstation-")));
  void app.whenReady().then(() => {
    dialog.showErrorBox(failedStart, text);
    app.exit(1);
  });
}

/** Starts the app again after it has ended. An AppImage is unmounted by then, so its own file is started. */
function relaunch(args: readonly string[]): void {
  const appImage = app.isPackaged ? process.env["APPIMAGE"] : undefined;
  if (appImage === undefined) app.relaunch({ args: [...args] });
  else app.relaunch({ execPath: appImage, args: ["--appimage-extract-and-run", ...args] });
}
