import { app, BrowserWindow, net, Notification, session, shell } from "electron";
import { hostname, userInfo } from "node:os";
import { setUpAccount } from "./account/account.ts";
import type { AppPaths } from "./app-paths.ts";
import type { AppearanceStore } from "./appearance/appearance.store.ts";
import type { CommandLine } from "./command-line.ts";
import { type Demonstration, setUpDemonstration } from "./demonstration/demonstration.ts";
import { makeDiagnostics } from "./diagnostics/bundle.ts";
import { chooseFile } from "./ipc/choose-file.ts";
import { registerDesktopHandlers } from "./ipc/desktop.handlers.ts";
import { registerIpcHandlers } from "./ipc/ipc.handlers.ts";
import { openLogFile } from "./log-file.ts";
import { setUpContextMenu } from "./menu/context-menu.ts";
import { setUpMenu } from "./menu/menu.ts";
import { createAlertNotices } from "./notices/alert-notices.ts";
import { notifyOfStation } from "./notices/station-notices.ts";
import type { LateStarts } from "./open-requests/late-starts.ts";
import type { OpenRequests } from "./open-requests/open-requests.ts";
import { saveFile } from "./pages/save-file.ts";
import { savePdf } from "./pages/save-pdf.ts";
import { stopStationBeforeQuit } from "./quit.ts";
import { KEYCHAIN_SERVICE, openKeychain } from "./secrets/keychain.ts";
import { createStationSecrets } from "./secrets/station-secrets.ts";
import type { TrustedPages } from "./security/content.rules.ts";
import { guardContents } from "./security/contents.guard.ts";
import { openLink } from "./security/open-externally.ts";
import { guardSession } from "./security/session.guard.ts";
import { openSettings, type SettingsStore } from "./settings/desktop-settings.ts";
import { createPageWork, type PageWork } from "./window/page-work.ts";
import { keepAwake } from "./sources/keep-awake.ts";
import { watchSources, type SourceWatch } from "./sources/source-watch.ts";
import { launchStation } from "./station/station.launch.ts";
import { choosePort, type PortChoice } from "./station/station.port.ts";
import { superviseStation, type StationSupervisor } from "./station/station.supervisor.ts";
import { currentDesktopLanguage, desktopText, setDesktopLanguage } from "./text/desktop-text.ts";
import { setUpTray } from "./tray/tray.ts";
import { askForUpdates } from "./updates/ask-for-updates.ts";
import { findReleaseFeed } from "./updates/release-feed.ts";
import { createUpdateCheck, type UpdateCheck } from "./updates/update-check.ts";
import { showAccount } from "./window/account-content.ts";
import { setUpClosing, type Closing } from "./window/closing.ts";
import { openMainWindow, raiseWindow } from "./window/main-window.ts";
import { isStartingPage, startingPage } from "./window/starting-page.ts";
import { applyTheme } from "./window/window-colors.ts";
import { sendState, showStation } from "./window/window-content.ts";
import { isWindowVisible, sendVisibility } from "./window/window-visibility.ts";
import { fillIn } from "../text/sentence.ts";
import type { Language } from "../text/languages.ts";

/** The inputs of a run of the app. */
interface Start {
  readonly commandLine: CommandLine;
  readonly paths: AppPaths;
  readonly openRequests: OpenRequests;
  readonly lateStarts: LateStarts;
  readonly appearance: AppearanceStore;
  /** Starts the app once more, after this one has ended, with files and links, as a demonstration or not. */
  readonly startAgain: (filesAndLinks: readonly string[], demo: boolean) => void;
}

/** The parts of a run of the app. */
interface Parts extends Start {
  readonly settings: SettingsStore;
  readonly sources: SourceWatch;
  readonly station: StationSupervisor;
  readonly closing: Closing;
  readonly pageWork: PageWork;
  readonly demonstration: Demonstration;
}

/** Runs the station and the window until the app is quit. */
export async function runApp(start: Start): Promise<void> {
  const { commandLine, paths, openRequests, lateStarts, appearance, startAgain } = start;
  const [port] = await Promise.all([choosePort(commandLine.port, paths.profileDir), app.whenReady()]);
  const settings = openSettings(paths.profileDir);
  const sources = watchSources();
  const station = createStation(commandLine, paths, port, { sources, settings });
  const pageWork = createPageWork();
  const closing = setUpClosing(app, { settings, sources, pageWork });
  const isOpen = commandLine.demo;
  const demonstration = setUpDemonstration(app, { isOpen, lateStarts, window: currentWindow, startAgain });
  const parts: Parts = { ...start, settings, sources, station, closing, pageWork, demonstration };
  const trust = followTrust(station);
  const openWindow = (): void => (lateStarts.areLate ? lateStarts.add([]) : showWindow(parts));

  guardSession(session.defaultSession, trust);
  guardContents(app, { trust, openLink });
  setUpContextMenu(app);
  const account = setUpAccount({ station, dataDir: paths.dataDir, authUrl: commandLine.authUrl, after: startTimer });
  showAccount(account, currentWindow);
  applyTheme(appearance.current.theme);
  const showMenu = setUpDesktop(parts, trust, openWindow);
  const showTray = setUpTray({ sources: () => sources.current, openWindow, quit: () => app.quit(), every });
  registerIpcHandlers({
    trust,
    station,
    account,
    chooseFile: (kind) => chooseFile(kind, currentWindow()),
    showTheme(theme) {
      appearance.change({ theme });
      applyTheme(theme);
    },
    showLanguage(language) {
      showLanguage(language, parts);
      showMenu();
      showTray();
    },
  });
  stopStationBeforeQuit(app, { station, lateStarts, startAgain: demonstration.startAgain });
  keepAwake(sources, settings);
  notifyOfStation({ station, isInFront: () => currentWindow()?.isFocused() === true, openWindow });

  station.start();
  openWindow();
  sources.onChange(showTray);

  app.on("second-instance", openWindow);
  app.on("activate", openWindow);
  openRequests.onWaiting(openWindow);
  app.on("window-all-closed", () => {
    // On macOS an app without windows stays, and so does its recording.
    if (process.platform !== "darwin") app.quit();
  });
}

function createStation(
  { demo, authUrl }: CommandLine,
  paths: AppPaths,
  port: PortChoice,
  { sources, settings }: Pick<Parts, "sources" | "settings">,
): StationSupervisor {
  const log = openLogFile(paths.logDir, "station");
  const answerSecret = createStationSecrets(openKeychain(KEYCHAIN_SERVICE), paths.dataDir);
  const launch = { entry: paths.stationEntry, log, env: projEnvironment(paths), answerSecret, onActivity: sources.set };
  return superviseStation(
    { launch: () => launchStation(launch), after: startTimer },
    {
      dataDir: paths.dataDir,
      port: port.port,
      rendererDir: paths.rendererDir,
      demo,
      // A demonstration has no secrets, and starts without the system's keychain.
      keyInKeychain: settings.current.keyInKeychain && !demo,
      ...(paths.spatialite === undefined ? {} : { spatialite: paths.spatialite }),
      ...(authUrl === undefined ? {} : { authUrl }),
    },
    port.notice,
  );
}

/** The station's pages are trusted after it was proved that our own station answers, and only while it does. */
function followTrust(station: StationSupervisor): () => TrustedPages {
  let stationUrl: string | undefined;
  station.onState((state) => {
    if (state.kind === "running") stationUrl = state.url;
  });
  return () => ({ stationUrl, isAnswering: station.state.kind === "running", isStartingPage });
}

/**
 * Sets up everything around the page: menu, updates, notifications, saved files, and files opened with the app. The
 * returned function shows the menu in the desktop's present language.
 */
function setUpDesktop(parts: Parts, trust: () => TrustedPages, openWindow: () => void): () => void {
  const { paths, openRequests, settings, station, demonstration } = parts;
  const updates = createUpdateCheck({
    feed: findReleaseFeed(app.getAppPath(), process.env["STATION_RELEASE_FEED"]),
    version: app.getVersion(),
    profileDir: paths.profileDir,
    settings,
    isOnline: () => net.isOnline(),
    fetch,
    now: () => Date.now(),
    every,
    onFound: (version) => tellOfUpdate(version, openRequests),
  });
  const saveBundle = () => withWindow((window) => saveDiagnostics(window, parts, updates));
  registerDesktopHandlers({
    trust,
    openRequests,
    settings,
    updates,
    cache: {
      sizeBytes: () => session.defaultSession.getCacheSize(),
      clear: () => session.defaultSession.clearCache(),
    },
    showLogs: () => shell.openPath(paths.logDir),
    saveDiagnostics: saveBundle,
    openDemonstration: demonstration.open,
    isWindowVisible: () => BrowserWindow.getAllWindows().some(isWindowVisible),
    setPageWork: parts.pageWork.set,
    notifyAlert: createAlertNotices({ settings, window: currentWindow, openWindow }),
    tell: (channel, value) => currentWindow()?.webContents.send(channel, value),
  });
  return setUpMenu({
    version: app.getVersion(),
    logDir: paths.logDir,
    station,
    window: currentWindow,
    openSettings: () => void openRequests.add([SETTINGS_LINK]),
    savePdf: () => withWindow(savePdf),
    saveDiagnostics: saveBundle,
    demonstration,
    checkForUpdates: () => askForUpdates(updates, settings, app.getVersion()),
  });
}

function saveDiagnostics(window: BrowserWindow, parts: Parts, updates: UpdateCheck): ReturnType<typeof saveFile> {
  const { commandLine, paths, settings, station, sources } = parts;
  const savedAtMs = Date.now();
  const day = new Date(savedAtMs).toISOString().slice(0, "yyyy-mm-dd".length);
  return saveFile(window, {
    title: desktopText().app.diagnostics.title,
    filter: desktopText().app.diagnostics.filter,
    name: `fieldstation-diagnostics-${day}.zip`,
    extension: "zip",
    make: () =>
      makeDiagnostics({
        version: app.getVersion(),
        versions: process.versions,
        settings: settings.current,
        update: updates.state,
        station: station.state,
        sources: sources.current,
        options: {
          demo: commandLine.demo,
          isDataFolderNamed: commandLine.dataFolder !== undefined,
          hasOutsideProvider: commandLine.authUrl !== undefined,
        },
        logDir: paths.logDir,
        names: { home: app.getPath("home"), user: userInfo().username, computer: hostname() },
        savedAtMs,
      }),
  });
}

const SETTINGS_LINK = "fieldstation://page/settings";

let updateNotice: Notification | undefined;

/** Opens the settings, which show the version and link to its release page. */
function tellOfUpdate(version: string, openRequests: OpenRequests): void {
  updateNotice = new Notification({ title: fillIn(desktopText().app.updates.newer, { version }), silent: true });
  updateNotice.once("click", () => void openRequests.add([SETTINGS_LINK]));
  updateNotice.show();
}

/** Raises the window, or opens it when it was closed. */
function showWindow({ paths: { preload, profileDir }, appearance, station, closing }: Parts): void {
  const open = currentWindow();
  if (open !== undefined) return raiseWindow(open);
  const window = openMainWindow({ preload, profileDir, version: app.getVersion(), appearance });
  closing.guard(window);
  sendVisibility(window);
  const page = (): string => startingPage(currentDesktopLanguage(), appearance.current.theme === "red");
  showStation(window, { station, startingPage: page, after: startTimer });
}

/** Changes the language now and for later starts. */
function showLanguage(language: Language, { appearance, station }: Parts): void {
  setDesktopLanguage(language);
  appearance.change({ language });
  const window = currentWindow();
  if (window !== undefined) sendState(window, station.state);
}

function currentWindow(): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows()[0];
}

async function withWindow<Result>(
  work: (window: BrowserWindow) => Promise<Result>,
): Promise<Result | { readonly kind: "cancelled" }> {
  const window = currentWindow();
  return window === undefined ? { kind: "cancelled" } : work(window);
}

function projEnvironment({ projDir }: AppPaths): Record<string, string> {
  return projDir === undefined ? {} : { PROJ_LIB: projDir, PROJ_DATA: projDir };
}

function startTimer(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

function every(ms: number, task: () => void): void {
  setInterval(task, ms).unref();
}
