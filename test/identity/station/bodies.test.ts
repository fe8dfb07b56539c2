import { once } from "node:events";
import { Agent, type IncomingMessage, request as requestOf } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { MINUTE_MS } from "../../../server/kernel/clock.ts";
import { startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";

const REALM = "/realms/dcp/protocol/openid-connect";
const FORM = "application/x-www-form-urlencoded";

let station: StationInProcess;
beforeAll(async () => void (station = await startStationInProcess()));
afterAll(() => station[Symbol.asyncDispose]());

/** One form over the connection of the agent: the status, and the local port of the connection. */
async function send(agent: Agent, path: string, form: string) {
  const sent = requestOf(station.url + path, { agent, method: "POST", headers: { "Content-Type": FORM } });
  const connected = once(sent, "socket");
  sent.end(form);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const [{ localPort }] = (await connected) as [{ localPort: number }];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode, localPort };
}

describe("a form that is sent to the provider", () => {
  it.each([20_000, 5_000_000])("of %d bytes, which is too large, leaves the connection usable", async (bytes) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const refused = await send(agent, `${REALM}/userinfo`, `access_token=${"x".repeat(bytes)}`);
    const next = await send(agent, `${REALM}/userinfo`, "access_token=x");
    expect([refused.status, next.status, next.localPort]).toEqual([401, 401, refused.localPort]);
  });

  it.each(["token", "userinfo"])("to /%s has five minutes to arrive", async (path) => {
    using started = vi.spyOn(globalThis, "setTimeout");
    const timerOfBody = () => started.mock.calls.find(([, ms]) => ms === 5 * MINUTE_MS);
    const { hostname, port, host } = new URL(station.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST ${REALM}/${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${FORM}\r\nContent-Length: 100\r\n\r\na=`,
    );
    await expect.poll(timerOfBody).toBeDefined();
    expect(socket.closed).toBe(false);
    const closed = once(socket, "close");
    timerOfBody()![0]();
    await closed;
  });
});
