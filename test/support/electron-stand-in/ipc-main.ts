import { EventEmitter } from "node:events";
import { strict } from "./strict.ts";

/** What a handler receives about its caller. */
export interface IpcEvent {
  readonly sender: object;
  readonly senderFrame: { readonly url: string; readonly origin: string; readonly parent: object | null };
}

type Handler = (event: IpcEvent, ...args: readonly unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Answers as Electron words it on the calling side. */
  async _invoke(
    event: IpcEvent,
    channel: string,
    args: readonly unknown[],
  ): Promise<{ value?: unknown; error?: string }> {
    const handler = this.#handlers.get(channel);
    const wrap = (reason: unknown): { error: string } => ({
      error: `Error invoking remote method '${channel}': ${String(reason)}`,
    });
    if (handler === undefined) return wrap(`Error: No handler registered for '${channel}'`);
    try {
      return { value: await handler(event, ...args) };
    } catch (error) {
      return wrap(error);
    }
  }
}

export const ipcMain = strict("ipcMain", new IpcMain());
