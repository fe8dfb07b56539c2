import { type IncomingMessage, ServerResponse } from "node:http";

const BODY = JSON.stringify({
  type: "unsupported_protocol_version",
  msg: "This live stream works with clients of Socket.IO 3 and 4 (Engine.IO 4); clients of Socket.IO 2 have to be updated.",
});

/**
 * Middleware of Engine.IO. Responds with 400 and a sentence to a client that opens a session in another protocol than
 * Engine.IO 4, over either transport: the library's own message does not tell which clients work.
 */
export function refuseOldClients(
  request: IncomingMessage,
  response: ServerResponse | { readonly end: () => void },
  next: () => void,
): void {
  const query = new URLSearchParams(request.url?.split("?")[1]);
  if (query.get("EIO") === "4" || query.has("sid")) return next();
  if (response instanceof ServerResponse) {
    response.writeHead(400, { "Content-Type": "application/json" }).end(BODY);
    return;
  }
  // An upgrade has no response object, only the connection.
  request.socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(BODY)}\r\n\r\n${BODY}`,
  );
}
