import { EventEmitter } from "node:events";
import { app, preventable, type ClosableWindow } from "./app.ts";
import { strict } from "./strict.ts";
import { createWebContents, type WebContents, type WebPreferences } from "./web-contents.ts";

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean;
  readonly title?: string;
  readonly backgroundColor?: string;
  readonly webPreferences?: WebPreferences;
}

class StandInWindow extends EventEmitter implements ClosableWindow {
  readonly #contents: WebContents;
  readonly _options: WindowOptions;
  #bounds: Bounds;
  #background: string;
  #visible: boolean;
  #maximized = false;
  #minimized = false;
  #fullScreen = false;
  #focused = false;
  #destroyed = false;

  constructor(options: WindowOptions = {}) {
    super();
    this._options = options;
    this.#bounds = { x: 0, y: 0, width: 800, height: 600, ...pickBounds(options) };
    this.#background = options.backgroundColor ?? "#fff";
    this.#visible = options.show ?? true;
    this.#contents = createWebContents(options.webPreferences ?? {}, this.#bounds);
    this.webContents.once("did-finish-load", () => this.emit("ready-to-show"));
    this.webContents.once("destroyed", () => this.#closed());
    app._windows.add(this);
    app.emit("web-contents-created", preventable(), this.webContents);
    void this.webContents._attached.then(() => closeExtraTargets());
  }

  get webContents(): WebContents {
    return this.#contents;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  show(): void {
    this.#visible = true;
    this.#focused = true;
    this.emit("show");
  }
  hide(): void {
    this.#visible = false;
    this.#focused = false;
    this.emit("hide");
  }
  focus(): void {
    this.#focused = true;
  }
  blur(): void {
    this.#focused = false;
  }
  minimize(): void {
    this.#minimized = true;
    this.emit("minimize");
  }
  restore(): void {
    this.#minimized = false;
    this.emit("restore");
  }
  maximize(): void {
    this.#maximized = true;
  }
  isVisible(): boolean {
    return this.#visible && !this.#minimized;
  }
  isFocused(): boolean {
    return this.#focused;
  }
  isMinimized(): boolean {
    return this.#minimized;
  }
  isMaximized(): boolean {
    return this.#maximized;
  }
  isFullScreen(): boolean {
    return this.#fullScreen;
  }
  /** As in Electron, the mode changes some time later. */
  setFullScreen(wanted: boolean): void {
    setImmediate(() => {
      this.#fullScreen = wanted;
      this.emit(wanted ? "enter-full-screen" : "leave-full-screen");
    });
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  getNormalBounds(): Bounds {
    return this.#bounds;
  }
  getBounds(): Bounds {
    return this.#bounds;
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }
  setBackgroundColor(color: string): void {
    this.#background = color;
  }
  getBackgroundColor(): string {
    return this.#background.toUpperCase();
  }

  close(): void {
    void this._close();
  }

  async _close(): Promise<boolean> {
    if (this.#destroyed) return true;
    const event = preventable();
    this.emit("close", event);
    if (event.defaultPrevented) return false;
    const closed = new Promise<void>((resolve) => this.once("closed", () => resolve()));
    await this.webContents._closeTarget();
    await closed;
    return true;
  }

  #closed(): void {
    this.#destroyed = true;
    this.emit("closed");
    app._forget(this);
  }
}

/** A page opened by a page is never a window of the app: the handler has been asked, here it goes. */
let watching = false;

async function closeExtraTargets(): Promise<void> {
  if (watching) return;
  watching = true;
  const { browser } = await app._browser();
  browser.on("Target.targetCreated", ({ targetInfo }) => {
    if (targetInfo.type !== "page") return;
    void Promise.allSettled(listWindows().map((window) => window.webContents._attached)).then(async () => {
      const own = listWindows().some((window) => window.webContents._targetId === targetInfo.targetId);
      if (!own) await browser.send("Target.closeTarget", { targetId: targetInfo.targetId });
    });
  });
}

function listWindows(): StandInWindow[] {
  return [...app._windows] as StandInWindow[];
}

function pickBounds({ x, y, width, height }: Partial<Bounds>): Partial<Bounds> {
  return Object.fromEntries(Object.entries({ x, y, width, height }).filter(([, value]) => value !== undefined));
}

/** `new BrowserWindow()` gives a strict window, and so does the list of them. */
const wrapped = new WeakMap<StandInWindow, StandInWindow>();

export const BrowserWindow = strict(
  "BrowserWindow",
  class extends StandInWindow {
    constructor(options?: WindowOptions) {
      super(options);
      const wrapper = strict("browserWindow", this as StandInWindow);
      wrapped.set(this, wrapper);
      // oxlint-disable-next-line no-constructor-return -- the point of it
      return wrapper as this;
    }
    static getAllWindows(): StandInWindow[] {
      return listWindows().map((window) => wrapped.get(window) ?? window);
    }
  },
);
