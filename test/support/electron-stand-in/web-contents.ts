import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { app, preventable } from "./app.ts";
import type { CdpSession } from "./cdp.pipe.ts";
import { ipcMain, type IpcEvent } from "./ipc-main.ts";
import { nativeTheme } from "./native-theme.ts";
import {
  contextMenuHalf,
  inwardFunction,
  isolatedHalf,
  outwardBinding,
  pageHalf,
  worldName,
  type ContextMenuMessage,
  type InwardMessage,
  type OutwardMessage,
} from "./preload-world.ts";
import { guardRequests } from "./requests.ts";
import { session } from "./session.ts";
import { strict } from "./strict.ts";

export interface WebPreferences {
  readonly preload?: string;
  readonly additionalArguments?: readonly string[];
}

/** In CSS pixels; a window of the stand-in has no frame. */
interface PageSize {
  readonly width: number;
  readonly height: number;
}

type WindowOpenHandler = (details: { readonly url: string; readonly frameName: string }) => { readonly action: string };

const CLOSE_LIMIT_MS = 3_000;

/** Permissions for which the session's handler is called, with Electron's and Chromium's names. */
const permissions = { geolocation: "geolocation", notifications: "notifications", midi: "midi" } as const;

export class WebContents extends EventEmitter {
  readonly id = nextId();
  readonly session = session.defaultSession;
  readonly mainFrame = { url: "", origin: "null", parent: null };
  readonly _attached: Promise<CdpSession>;
  _targetId = "";
  /** The address that the main process loads; the page itself started every other navigation. */
  _loading: string | undefined;
  #openHandler: WindowOpenHandler = () => ({ action: "deny" });
  #mainFrameId = "";
  #contextId: number | undefined;
  #closing = false;
  #loaderId = "";
  #title = "";
  #navigated: Promise<unknown> = Promise.resolve();

  constructor(preferences: WebPreferences, size: PageSize) {
    super();
    this._attached = this.#attach(preferences, size);
    // A window that closes early breaks its own set-up; callers that need the target get the error.
    this._attached.catch(() => undefined);
  }

  getURL(): string {
    return this.mainFrame.url;
  }
  getTitle(): string {
    return this.#title;
  }
  async printToPDF(options: { readonly printBackground?: boolean; readonly pageSize?: string }): Promise<Buffer> {
    if (options.pageSize !== "A4") throw new Error("the stand-in for electron prints on A4 only");
    const target = await this._attached;
    const paper = { paperWidth: 8.27, paperHeight: 11.69 };
    const { data } = await target.send("Page.printToPDF", {
      printBackground: options.printBackground ?? false,
      ...paper,
    });
    return Buffer.from(data, "base64");
  }
  /** Ends the process of the page, as a crash would. */
  forcefullyCrashRenderer(): void {
    // There is no response after a crash.
    void this._attached.then((target) => target.send("Page.crash")).catch(() => undefined);
  }
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }
  isDestroyed(): boolean {
    return this._targetId === "gone";
  }

  /** As in Electron, a message to a missing page is lost. */
  send(channel: string, ...args: readonly unknown[]): void {
    if (this.#contextId !== undefined) void this.#deliver(this.#contextId, { kind: "event", channel, args });
  }

  async loadURL(url: string): Promise<void> {
    const target = await this._attached;
    await this.#settlePermissions(url);
    if (this.#closing) throw new Error(`ERR_ABORTED loading '${url}'`);
    this._loading = url;
    const loads = new Set<string>();
    const loaded = Promise.withResolvers<void>();
    let wanted: string | undefined;
    const note = ({ loaderId, name }: { loaderId: string; name: string }): void => {
      if (name !== "load") return;
      loads.add(loaderId);
      if (loaderId === wanted) loaded.resolve();
    };
    target.on("Page.lifecycleEvent", note);
    try {
      const navigated = this.#navigate(target, url);
      this.#navigated = navigated;
      const { errorText, loaderId } = await navigated;
      if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`);
      wanted = loaderId;
      if (loaderId !== undefined && !loads.has(loaderId)) await loaded.promise;
    } catch (error) {
      this.emit("did-fail-load", preventable(), -2, String(error), url, true);
      throw error;
    } finally {
      this._loading = undefined;
      target.off("Page.lifecycleEvent", note);
    }
  }

  /** Chromium responds before the new page has replaced the old one; this waits for that. */
  async #navigate(target: CdpSession, url: string): Promise<{ errorText?: string; loaderId?: string }> {
    const answer = await target.send("Page.navigate", { url });
    if (answer.errorText !== undefined || answer.loaderId === undefined) return answer;
    while (this.#loaderId !== answer.loaderId && !this.isDestroyed()) {
      await new Promise((resolve) => this.once("stand-in-page-changed", resolve));
    }
    return answer;
  }

  /** Chromium drops a request to close a target during a navigation, so the navigation ends first. */
  async _closeTarget(): Promise<void> {
    this.#closing = true;
    await this._attached;
    await Promise.race([Promise.allSettled([this.#navigated]), delay(CLOSE_LIMIT_MS)]);
    const gone = new Promise<void>((resolve) => this.once("destroyed", () => resolve()));
    if (this.isDestroyed()) return;
    const { browser } = await app._browser();
    await browser.send("Target.closeTarget", { targetId: this._targetId });
    await Promise.race([gone, delay(CLOSE_LIMIT_MS)]);
    // Whatever Chromium still does with it: for the app it is closed, and Chromium itself ends with the app.
    this.#forget();
  }

  async #attach(preferences: WebPreferences, { width, height }: PageSize): Promise<CdpSession> {
    const chromium = await app._browser();
    const { browser } = chromium;
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", newWindow: true });
    this._targetId = targetId;
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    const target = chromium.session(sessionId);
    this.#listen(target, browser);
    await target.send("Page.enable");
    await target.send("Page.setLifecycleEventsEnabled", { enabled: true });
    this.#mainFrameId = (await target.send("Page.getFrameTree")).frameTree.frame.id;
    await target.send("Runtime.addBinding", { name: outwardBinding, executionContextName: worldName });
    await this.#addPreload(target, preferences);
    await target.send("Runtime.enable");
    await guardRequests(target, this, this.#mainFrameId);
    await target.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await target.send("Emulation.setEmulatedMedia", { features: nativeTheme._mediaFeatures() });
    nativeTheme.on("updated", () => {
      // The window may close while it repaints.
      void target.send("Emulation.setEmulatedMedia", { features: nativeTheme._mediaFeatures() }).catch(() => undefined);
    });
    return target;
  }

  #listen(target: CdpSession, browser: CdpSession): void {
    target.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#loaderId = frame.loaderId;
      this.emit("stand-in-page-changed");
      const { origin } = new URL(frame.url);
      Object.assign(this.mainFrame, { url: frame.url + (frame.urlFragment ?? ""), origin });
      this.emit("did-navigate", preventable(), frame.url, 200, "");
    });
    target.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      if (frameId === this.#mainFrameId) this.mainFrame.url = url;
    });
    target.on("Page.lifecycleEvent", ({ frameId, name }) => {
      if (frameId !== this.#mainFrameId || this.mainFrame.url === "about:blank") return;
      if (name === "load") this.emit("did-finish-load", preventable());
      if (name === "DOMContentLoaded") this.emit("dom-ready", preventable());
    });
    target.on("Page.windowOpen", ({ url, windowName }) => {
      const { action } = this.#openHandler({ url, frameName: windowName });
      if (action !== "deny") throw new Error(`the stand-in for electron denies new windows only, not ${action}`);
    });
    target.on("Runtime.executionContextCreated", ({ context }) => {
      const { frameId } = context.auxData as { frameId: string };
      if (context.name === worldName && frameId === this.#mainFrameId) this.#contextId = context.id;
    });
    target.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
      if (name !== outwardBinding) return;
      const message = JSON.parse(payload) as OutwardMessage | ContextMenuMessage;
      if (message.kind === "context-menu") this.emit("context-menu", preventable(), message.params);
      else void this.#receive(message, executionContextId);
    });
    target.on("Inspector.targetCrashed", () => this.emit("render-process-gone", preventable(), { reason: "crashed" }));
    browser.on("Target.targetInfoChanged", ({ targetInfo }) => {
      if (targetInfo.targetId === this._targetId) this.#title = targetInfo.title;
    });
    browser.on("Target.targetDestroyed", ({ targetId }) => {
      if (targetId === this._targetId) this.#forget();
    });
  }

  #forget(): void {
    if (this.isDestroyed()) return;
    this._targetId = "gone";
    this.emit("stand-in-page-changed");
    this.emit("destroyed");
  }

  async #addPreload(target: CdpSession, { preload, additionalArguments }: WebPreferences): Promise<void> {
    const secret = JSON.stringify(randomUUID());
    await target.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${pageHalf.toString()})(${secret})` });
    if (preload === undefined) return;
    const names = JSON.stringify({ outward: outwardBinding, inward: inwardFunction });
    const preloadProcess = JSON.stringify({
      argv: [process.execPath, ...(additionalArguments ?? [])],
      platform: process.platform,
      sandboxed: true,
      contextIsolated: true,
    });
    const body = `function (require, process, module, exports) {\n${readFileSync(preload, "utf8")}\n}`;
    const source = `(${isolatedHalf.toString()})(${secret}, ${names}, ${preloadProcess}, ${body})`;
    await target.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName });
    const contextMenu = `(${contextMenuHalf.toString()})(${JSON.stringify(outwardBinding)})`;
    await target.send("Page.addScriptToEvaluateOnNewDocument", { source: contextMenu, worldName });
  }

  async #receive({ kind, id, channel, args: wrapped }: OutwardMessage, contextId: number): Promise<void> {
    const args = wrapped.map(([arg]) => arg);
    const event: IpcEvent = { sender: this, senderFrame: { ...this.mainFrame } };
    if (kind === "send") return void ipcMain.emit(channel, event, ...args);
    await this.#deliver(contextId, { kind: "reply", id, ...(await ipcMain._invoke(event, channel, args)) });
  }

  async #deliver(contextId: number, message: InwardMessage): Promise<void> {
    const target = await this._attached;
    const expression = `${inwardFunction}(${JSON.stringify(message)})`;
    // The page may have closed during the call; Electron drops the message then.
    await target.send("Runtime.evaluate", { expression, contextId }).catch(() => undefined);
  }

  /** Chromium decides permissions itself; the result of the session's handler is set beforehand. */
  async #settlePermissions(url: string): Promise<void> {
    const { origin } = new URL(url);
    if (origin === "null") return;
    const { browser } = await app._browser();
    for (const [electronName, name] of Object.entries(permissions)) {
      const granted = await session.defaultSession._isGranted({ getURL: () => url }, electronName);
      await browser.send("Browser.setPermission", {
        permission: { name },
        setting: granted ? "granted" : "denied",
        origin,
      });
    }
  }
}

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

export function createWebContents(preferences: WebPreferences, size: PageSize): WebContents {
  return strict("webContents", new WebContents(preferences, size));
}
