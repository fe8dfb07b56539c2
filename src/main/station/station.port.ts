import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { findJson, saveJson } from "../files/json-file.ts";
import { logMessage } from "../log-message.ts";

export const DEFAULT_PORT = 7420;

const substitute = z.object({ port: z.int().min(1).max(65_535) });

export interface PortChoice {
  readonly port: number;
  /** A sentence for the person if it is not the requested port. */
  readonly notice?: string;
}

/**
 * Chooses the port of the station for the whole run: the preferred one, or a free one if another program uses it. That
 * one is stored in the profile and used again at the next start, because the browser storage of the console (language,
 * mode, drafts, the place of the map) belongs to its origin, which includes the port. Throws if it is impossible to
 * listen on loopback.
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

/** A failed write, for example on a full disk, only makes the next start choose another port. */
function save(path: string, port: number): void {
  try {
    saveJson(path, { port } satisfies z.infer<typeof substitute>);
  } catch (error) {
    logMessage(`the port could not be kept: ${String(error)}`);
  }
}

/** The port if it is possible to listen on it, `undefined` if it is in use or not allowed for this user. */
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
