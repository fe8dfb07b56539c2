import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { findJson, saveJson } from "../files/json-file.ts";
import { logMessage } from "../log-message.ts";

export const DEFAULT_PORT = 7420;

const substitute = z.object({ port: z.int().min(1).max(65_535) });

export interface PortChoice {
  readonly port: number;
  /** A sentence for the person when it is not the port that was asked for. */
  readonly notice?: string;
}

/**
 * Chooses the port that the station keeps for its whole life: the preferred one, or a free one where another program
 * has it. That one is kept in the profile and taken again at the next start: what the console keeps (language, mode,
 * drafts, the place of the map) belongs to its address, and the port is part of that. Throws when loopback cannot be
 * listened on at all.
 */
export async function choosePort(preferred: number, profileDir: string): Promise<PortChoice> {
  const port = await tryListen(preferred);
  if (port !== undefined) return { port };
  const path = join(profileDir, "substitute-port.json");
  const last = findJson(path, substitute)?.port;
  const free = (last === undefined ? undefined : await tryListen(last)) ?? (await tryListen(0));
  if (free === undefined) throw new Error("No port of this computer is free for the station.");
  if (free !== last) save(path, free);
  return {
    port: free,
    notice: `Port ${preferred} is used by another program, so this station answers on port ${free}.`,
  };
}

/** What could not be written, on a full disk, only makes the next start take another port. */
function save(path: string, port: number): void {
  try {
    saveJson(path, { port } satisfies z.infer<typeof substitute>);
  } catch (error) {
    logMessage(`the port could not be kept: ${String(error)}`);
  }
}

/** The port when it could be listened on, `undefined` when it is taken or not for this user. */
function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(undefined);
      else reject(error);
    });
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const bound = (probe.address() as AddressInfo).port;
      probe.close(() => resolve(bound));
    });
  });
}
