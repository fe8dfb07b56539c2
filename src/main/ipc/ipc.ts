import { ipcMain } from "electron";
import type { z } from "zod";
import { isTrustedFrame, type TrustedPages } from "../security/content.rules.ts";

/** One question of the console: its channel, what its arguments must be, and who answers. */
export interface IpcRequest<Arguments extends z.ZodTuple> {
  readonly channel: string;
  readonly parameters: Arguments;
  readonly handle: (...parameters: z.infer<Arguments>) => unknown;
}

/** Answers a wish of our own pages only. The caller's promise rejects for a foreign frame and for wrong arguments. */
export function registerIpcHandler<Arguments extends z.ZodTuple>(
  trust: () => TrustedPages,
  wish: IpcRequest<Arguments>,
): void {
  ipcMain.handle(wish.channel, (event, ...received: unknown[]) => {
    if (!isTrustedFrame(event.senderFrame, trust())) throw new Error(`${wish.channel}: not for this page`);
    const parsed = wish.parameters.safeParse(received);
    if (!parsed.success) throw new Error(`${wish.channel}: wrong arguments`);
    return wish.handle(...parsed.data);
  });
}
