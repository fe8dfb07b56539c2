import { createServer, type AddressInfo } from "node:net";

export const DEFAULT_PORT = 7420;

export interface PortChoice {
  readonly port: number;
  /** A sentence for the person when it is not the port that was asked for. */
  readonly notice?: string;
}

/**
 * Chooses the port that the station keeps for its whole life: the preferred one, or a free one where another program
 * has it. Throws when loopback cannot be listened on at all.
 */
export async function choosePort(preferred: number): Promise<PortChoice> {
  const port = await tryListen(preferred);
  if (port !== undefined) return { port };
  const free = await tryListen(0);
  if (free === undefined) throw new Error("No port of this computer is free for the station.");
  return {
    port: free,
    notice: `Port ${preferred} is used by another program, so this station answers on port ${free}.`,
  };
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
