import { connect } from "node:net";
import type { StationCommand } from "./station.messages.ts";

/** Proves that the server at an address is the station process that the main process has started. */
export interface StationProof {
  /** Opens a connection to the address, and asks the process by its message port whether that has reached it. */
  isItself(url: string): Promise<boolean>;
  /** The answer of the process. */
  answered(port: number, isReached: boolean): void;
  /** The process has ended: pending proofs fail. */
  end(): void;
}

/**
 * A secret that is sent to the address would be handed to whoever answers there. A connection reveals nothing: its port
 * number is sent over the message port, and only the process that holds the other end can confirm it.
 */
export function createStationProof(send: (command: StationCommand) => void): StationProof {
  const open = new Map<number, (isReached: boolean) => void>();

  function ask(port: number): Promise<boolean> {
    return new Promise((resolve) => {
      open.set(port, resolve);
      send({ type: "caller", port });
    });
  }

  return {
    async isItself(url) {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      try {
        // Read at once: the other side may close the connection again.
        const ownPort = await new Promise<number | undefined>((resolve) => {
          socket.once("connect", () => resolve(socket.localPort));
          socket.on("error", () => resolve(undefined));
        });
        return ownPort !== undefined && (await ask(ownPort));
      } finally {
        socket.destroy();
      }
    },
    answered(port, isReached) {
      open.get(port)?.(isReached);
      open.delete(port);
    },
    end() {
      for (const resolve of open.values()) resolve(false);
      open.clear();
    },
  };
}
