import { createSocket } from "node:dgram";
import { once } from "node:events";
import { answerParent } from "./child.ts";

/** Receives datagrams and drops them: in the process that pushes, reading them would make the pushes slower. */
const socket = createSocket("udp4").bind(0, "127.0.0.1");
await once(socket, "listening");

answerParent({ port: () => socket.address().port }, async () => void socket.close());
