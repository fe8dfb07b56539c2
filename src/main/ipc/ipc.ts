import { ipcMain } from "electron";
import type { z } from "zod";
import { isTrustedFrame, type TrustedPages } from "../security/content.rules.ts";

/** One request of the console: its channel, the schema of its arguments, and its handler. */
export interface IpcRequest<Arguments extends z.ZodTuple> {
  readonly channel: string;
  readonly parameters: Arguments;
  readonly handle: (...parameters: z.infer<Arguments>) => unknown;
}

/** Handles a request of our own pages only. The caller's promise rejects for a foreign frame and for wrong arguments. */
export function registerIpcHandler<Arguments extends z.ZodTuple>(
  trust: () => TrustedPages,
  request: IpcRequest<Arguments>,
): void {
  ipcMain.handle(request.channel, (event, ...received: unknown[]) => {
    if (!isTrustedFrame(event.senderFrame, trust())) throw new Error(`${request.channel}: not for this page`);
    const parsed = request.parameters.safeParse(received);
    if (!parsed.success) throw new Error(`${request.channel}: wrong arguments`);
    return request.handle(...parsed.data);
  });
}
