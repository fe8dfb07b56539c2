import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { answerParent } from "./child.ts";
import { watchLoop } from "./loop.watch.ts";

/** The peer of every request: an application on Express with one route, which sends a constant. */
const app = express();
app.disable("x-powered-by");
app.set("etag", false);
app.get("/constant", (_request, response) => void response.json({ status: "ok" }));
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const loop = watchLoop();

answerParent({ url: () => `http://127.0.0.1:${port}`, reset: loop.reset, report: loop.report }, () => {
  loop.stop();
  server.close();
  server.closeAllConnections();
  return Promise.resolve();
});
