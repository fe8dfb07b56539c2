/**
 * The two halves of a page: the isolated world with the preload, and the page's own world with what the preload
 * exposes. Both functions are sent to Chromium as text and close over nothing. Between the worlds go synchronous
 * events whose names only the two halves know; their details are cloned on the way, as values are by Electron.
 */

/** The name of the isolated world, for calls from outside and to outside. */
export const worldName = "electron-stand-in";
export const outwardBinding = "electronStandInSend";
export const inwardFunction = "electronStandInReceive";

/** The target of a click with the secondary button, if the page leaves the click to the app. */
export interface ContextMenuMessage {
  readonly kind: "context-menu";
  readonly params: {
    readonly isEditable: boolean;
    readonly selectionText: string;
    readonly editFlags: Readonly<Record<"canCut" | "canCopy" | "canPaste" | "canSelectAll", boolean>>;
  };
}

export interface OutwardMessage {
  readonly kind: "invoke" | "send";
  readonly id: number;
  readonly channel: string;
  /** Each in a separate list, which is empty for `undefined`: JSON cannot express it, Electron's IPC can. */
  readonly args: readonly (readonly [] | readonly [unknown])[];
}

export type InwardMessage =
  | { readonly kind: "reply"; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly kind: "event"; readonly channel: string; readonly args: readonly unknown[] };

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** The members of a page that the halves use; this file is not compiled for a page. */
interface PageWorld {
  readonly top: unknown;
  readonly CustomEvent: new (name: string, options: { detail: unknown }) => { readonly detail: never };
  dispatchEvent(event: object): void;
  addEventListener(name: string, listener: (event: { readonly detail: never }) => void): void;
}

/** Runs in the page's own world before any of its scripts. */
export function pageHalf(secret: string): void {
  const world = globalThis as unknown as PageWorld;
  if (world.top !== world) return;
  const callbacks: AnyFunction[] = [];
  const promises = new Map<number, PromiseWithResolvers<unknown>>();
  let returned: unknown;

  const tell = (name: string, detail: unknown): void =>
    world.dispatchEvent(new world.CustomEvent(`${secret}${name}`, { detail }));

  function encode(value: unknown): unknown {
    return typeof value === "function" ? { callback: callbacks.push(value as AnyFunction) - 1 } : { value };
  }

  function decode(encoded: { promise?: number; error?: string; value?: unknown }): unknown {
    if (encoded.error !== undefined) throw new Error(encoded.error);
    if (encoded.promise !== undefined) return promises.get(encoded.promise)?.promise;
    return build(encoded.value);
  }

  function build(shape: unknown): unknown {
    if (typeof shape !== "object" || shape === null) return shape;
    if ("exposedFunction" in shape) {
      const id = shape.exposedFunction;
      return (...args: readonly unknown[]): unknown => {
        tell("call", { id, args: args.map(encode) });
        return decode(returned as never);
      };
    }
    if (Array.isArray(shape)) return shape.map(build);
    return Object.freeze(Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, build(value)])));
  }

  world.addEventListener(`${secret}expose`, ({ detail }) => {
    const { name, shape } = detail as { name: string; shape: unknown };
    Object.defineProperty(globalThis, name, { value: build(shape), enumerable: true });
  });
  world.addEventListener(`${secret}promise`, ({ detail }) => promises.set(detail, Promise.withResolvers()));
  world.addEventListener(`${secret}return`, ({ detail }) => (returned = detail));
  world.addEventListener(`${secret}callback`, ({ detail }) => {
    const { id, args } = detail as { id: number; args: readonly unknown[] };
    callbacks[id]?.(...args);
  });
  world.addEventListener(`${secret}settle`, ({ detail }) => {
    const { id, value, error } = detail as { id: number; value: unknown; error?: string };
    if (error === undefined) promises.get(id)?.resolve(value);
    else promises.get(id)?.reject(new Error(error));
    promises.delete(id);
  });
}

/** Runs in the isolated world: gives the preload its `electron`, then runs it. */
export function isolatedHalf(
  secret: string,
  names: { readonly outward: string; readonly inward: string },
  preloadProcess: object,
  preload: (require: (name: string) => unknown, process: object, module: object, exports: object) => void,
): void {
  const world = globalThis as unknown as PageWorld & Record<string, AnyFunction>;
  if (world.top !== world) return;
  const functions: AnyFunction[] = [];
  const listeners = new Map<string, AnyFunction[]>();
  const replies = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;

  const tell = (name: string, detail: unknown): void =>
    world.dispatchEvent(new world.CustomEvent(`${secret}${name}`, { detail }));

  function post(kind: string, channel: string, args: readonly unknown[]): number {
    const wrapped = args.map((arg) => (arg === undefined ? [] : [arg]));
    world[names.outward]?.(JSON.stringify({ kind, id: ++lastId, channel, args: wrapped }));
    return lastId;
  }

  const ipcRenderer = {
    invoke(channel: string, ...args: readonly unknown[]): Promise<unknown> {
      const reply = Promise.withResolvers<unknown>();
      replies.set(post("invoke", channel, args), reply);
      return reply.promise;
    },
    send: (channel: string, ...args: readonly unknown[]): void => void post("send", channel, args),
    on(channel: string, listener: AnyFunction): void {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    removeListener(channel: string, listener: AnyFunction): void {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((other) => other !== listener),
      );
    },
  };

  function describe(value: unknown): unknown {
    if (typeof value === "function") return { exposedFunction: functions.push(value as AnyFunction) - 1 };
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(describe);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, describe(each)]));
  }

  function decode(encoded: { callback?: number; value?: unknown }): unknown {
    const id = encoded.callback;
    return id === undefined ? encoded.value : (...args: readonly unknown[]) => tell("callback", { id, args });
  }

  function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
  }

  function answer(call: () => unknown): unknown {
    try {
      const value = call();
      if (!(value instanceof Promise)) return { value: describe(value) };
      const id = ++lastId;
      tell("promise", id);
      value
        .then((settled: unknown) => tell("settle", { id, value: settled }))
        .catch((error: unknown) => tell("settle", { id, error: messageOf(error) }));
      return { promise: id };
    } catch (error) {
      return { error: messageOf(error) };
    }
  }

  world.addEventListener(`${secret}call`, ({ detail }) => {
    const { id, args } = detail as { id: number; args: readonly { callback?: number; value?: unknown }[] };
    tell(
      "return",
      answer(() => functions[id]?.(...args.map(decode))),
    );
  });

  world[names.inward] = (message) => {
    const inward = message as { kind: string; id: number; channel: string; args: []; value?: unknown; error?: string };
    if (inward.kind === "event") {
      for (const listener of listeners.get(inward.channel) ?? []) listener({ senderId: 0 }, ...inward.args);
      return;
    }
    const reply = replies.get(inward.id);
    replies.delete(inward.id);
    if (inward.error === undefined) reply?.resolve(inward.value);
    else reply?.reject(new Error(inward.error));
  };

  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown): void => tell("expose", { name, shape: describe(api) }),
  };
  const module = { exports: {} };
  preload(
    (name) => {
      // What a sandboxed preload of Electron may require.
      if (name === "electron") return { contextBridge, ipcRenderer };
      throw new Error(`module not found: ${name}`);
    },
    preloadProcess,
    module,
    module.exports,
  );
}

/** Runs in the isolated world: reports clicks with the secondary button that the page has not handled. */
export function contextMenuHalf(outward: string): void {
  const world = globalThis as unknown as PageWorld & Record<string, AnyFunction>;
  if (world.top !== world) return;
  interface Field {
    readonly value?: string;
    readonly selectionStart?: number | null;
    readonly selectionEnd?: number | null;
    matches(selector: string): boolean;
  }
  // On the window itself and not while it is passed down: a page may have prevented it by then.
  world.addEventListener("contextmenu", (received) => {
    const event = received as unknown as { readonly defaultPrevented: boolean; readonly target: Field };
    if (event.defaultPrevented) return;
    const field = event.target;
    const isEditable = field.matches("input, textarea");
    const inField = field.value?.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) ?? "";
    const selectionText = isEditable ? inField : String((globalThis as { getSelection?(): unknown }).getSelection?.());
    const canCopy = selectionText !== "";
    const editFlags = { canCut: isEditable && canCopy, canCopy, canPaste: isEditable, canSelectAll: true };
    const message: ContextMenuMessage = { kind: "context-menu", params: { isEditable, selectionText, editFlags } };
    world[outward]?.(JSON.stringify(message));
  });
}
