import type { Server } from "node:http";

/**
 * Closes a connection that was idle for the time of the server only when nothing waits on it. After a stall of the process,
 * timers run before what has arrived is read: Node by itself would then cut off a caller whose request lies there unread,
 * which the caller sees as a reset connection.
 */
export function closeIdleConnections(server: Server): void {
  server.on("timeout", (socket) => {
    const { bytesRead } = socket;
    // An immediate runs when what had arrived has been read.
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}
