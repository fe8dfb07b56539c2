import { EventEmitter } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { launchChromium, type Chromium } from "./chromium.ts";
import { lockInstance } from "./single-instance.ts";
import { strict } from "./strict.ts";
import { listUtilityProcesses } from "./utility-process.ts";

export interface PreventableEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<T extends object>(facts?: T): T & PreventableEvent {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return Object.assign(event, facts);
}

/** A window as the app's life cycle sees it. */
export interface ClosableWindow {
  /** Resolves to whether the window is closed; a listener may have prevented it. */
  _close(): Promise<boolean>;
}

class App extends EventEmitter {
  /** A journey about an installed app sets this in the environment. */
  readonly isPackaged = process.env["STAND_IN_PACKAGED"] === "yes";
  readonly _linkSchemes: string[] = [];
  readonly name: string;
  readonly #root: string;
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();
  readonly _windows = new Set<ClosableWindow>();
  #chromium: Promise<Chromium> | undefined;
  #quitting = false;
  #leaving = false;

  constructor() {
    super();
    this.#root = findPackage(dirname(process.argv[1] ?? ""));
    this.name = this.#readPackage().name;
    const appData = process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config");
    this.#paths.set("home", homedir()).set("temp", tmpdir()).set("appData", appData);
    this.#paths.set("userData", join(appData, this.name)).set("downloads", join(homedir(), "Downloads"));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => this.quit());
    // Electron is ready some turns after main was loaded; code that runs before may still change the profile's path.
    setImmediate(() => {
      this.#ready.resolve();
      this.emit("will-finish-launching");
      this.emit("ready");
    });
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  /** As Electron on Linux, but English in every run that does not say otherwise. */
  getPreferredSystemLanguages(): readonly string[] {
    return (process.env["LANGUAGE"] || "en-US").split(":");
  }

  getVersion(): string {
    return this.#readPackage().version;
  }
  getAppPath(): string {
    return this.#root;
  }
  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`the stand-in for electron has no path ${name}`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }
  getAppMetrics(): ReturnType<typeof listUtilityProcesses> {
    return listUtilityProcesses();
  }
  /** A journey finds what would be registered with the system through `_linkSchemes`. */
  setAsDefaultProtocolClient(scheme: string): boolean {
    this._linkSchemes.push(scheme);
    return true;
  }
  setAppUserModelId(): void {}
  enableSandbox(): void {}

  requestSingleInstanceLock(data: unknown = null): boolean {
    return lockInstance(this.getPath("userData"), data, ({ argv, workingDirectory, additionalData }) =>
      this.emit("second-instance", preventable(), argv, workingDirectory, additionalData),
    );
  }

  /** No process survives a journey: it finds in the profile what Electron would start once the app has ended. */
  relaunch(options: { readonly execPath?: string; readonly args?: readonly string[] } = {}): void {
    writeFileSync(join(this.getPath("userData"), "relaunch.json"), JSON.stringify(options));
  }

  /** The browser behind the windows, started with the first of them. */
  _browser(): Promise<Chromium> {
    this.#chromium ??= launchChromium(join(this.getPath("userData"), "chromium"));
    return this.#chromium;
  }

  quit(): void {
    void this.#quit();
  }

  exit(code = 0): void {
    void this.#leave(code);
  }

  /** Called by a window that has closed. */
  _forget(window: ClosableWindow): void {
    this._windows.delete(window);
    if (this._windows.size > 0 || this.#quitting) return;
    if (this.listenerCount("window-all-closed") === 0) this.quit();
    else this.emit("window-all-closed");
  }

  async #quit(): Promise<void> {
    if (this.#quitting) return;
    if (this.#isPrevented("before-quit")) return;
    this.#quitting = true;
    for (const window of this._windows) {
      if (await window._close()) continue;
      this.#quitting = false;
      return;
    }
    this.#quitting = false;
    if (this.#isPrevented("will-quit")) return;
    await this.#leave(0);
  }

  async #leave(code: number): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    this.emit("quit", preventable(), code);
    await (await this.#chromium)?.close();
    process.exit(code);
  }

  #isPrevented(name: string): boolean {
    const event = preventable();
    this.emit(name, event);
    return event.defaultPrevented;
  }

  #readPackage(): { name: string; version: string } {
    return JSON.parse(readFileSync(join(this.#root, "package.json"), "utf8")) as { name: string; version: string };
  }
}

function findPackage(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  if (dirname(folder) === folder) throw new Error("no package.json above the main file");
  return findPackage(dirname(folder));
}

export const app = strict("app", new App());
