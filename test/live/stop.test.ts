import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import { startTestStation } from "../support/station.ts";

// Without a bound of the station itself, the WebSocket is waited for half a minute: longer than this test may take.
it("a station ends although a live client neither answers nor leaves", { timeout: 15_000 }, async () => {
  const station = await startTestStation();
  const { port } = new URL(station.url);
  const silent = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  silent.on("error", () => undefined);
  const key = randomBytes(16).toString("base64");
  silent.write(
    `GET ${LIVE_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  const [answer] = await once(silent, "data");
  expect(String(answer)).toContain("101 Switching Protocols");
  silent.pause();
  expect(await station.stop()).toBe(0);
  silent.destroy();
});
