import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { networkInterfaces } from "node:os";
import type { Socket } from "socket.io-client";
import { describe, expect, it } from "vitest";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import { createAccessPolicy } from "../../server/http/access-policy.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import { next, startLiveStation } from "./live-station.ts";

/** Loopback is counted for nobody. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

describe("a live connection", () => {
  it("is authenticated by the token in `auth` or in the header; a refusal states no reason", async () => {
    const asked: unknown[] = [];
    await using station = await startLiveStation({
      authenticate: async ({ headers, remoteAddress }) => {
        asked.push([headers.authorization, remoteAddress]);
        return headers.authorization === "Bearer good" ? LOCAL_OPERATOR : undefined;
      },
    });
    await next(station.client({ auth: { token: "good" } }), "connect");
    await next(station.client({ extraHeaders: { Authorization: "Bearer good" } }), "connect");
    const refused = await next<Error & { data: unknown }>(station.client({ auth: { token: "bad" } }), "connect_error");
    expect([refused.message, refused.data]).toEqual([
      "unauthenticated",
      expect.objectContaining({ type: "unauthenticated", input: "omitted" }),
    ]);
    expect(asked).toEqual([
      ["Bearer good", "127.0.0.1"],
      ["Bearer good", "127.0.0.1"],
      ["Bearer bad", "127.0.0.1"],
    ]);
  });

  it.each([[{ Origin: "https://evil.example" }], [{ Origin: "null" }], [{ Origin: "http://localhost:3000" }]])(
    "is no page of another origin: %j",
    async (extraHeaders) => {
      await using station = await startLiveStation();
      for (const transport of ["websocket", "polling"]) {
        const client = station.client({ transports: [transport], extraHeaders, reconnection: false });
        expect(await next(client, "connect_error")).toBeInstanceOf(Error);
      }
    },
  );

  it("is refused with another host name, as a page of another site without an origin would send it", async () => {
    await using station = await startLiveStation();
    for (const extra of [
      "",
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
    ]) {
      const transport = extra === "" ? "polling" : "websocket";
      const socket = connectTcp(station.port, "127.0.0.1");
      socket.write(`GET ${LIVE_PATH}/?EIO=4&transport=${transport} HTTP/1.1\r\nHost: evil.example\r\n${extra}\r\n`);
      const [answer] = await once(socket, "data");
      expect(String(answer)).toMatch(/^HTTP\/1\.1 40[03] /);
      socket.destroy();
    }
  });

  it("is open to a page of a configured origin, also over long polling", async () => {
    const page = "https://console.example";
    await using station = await startLiveStation({ access: createAccessPolicy({ origins: [page] }) });
    const ask = (Origin: string) =>
      fetch(`${station.url}${LIVE_PATH}/?EIO=4&transport=polling`, { headers: { Origin } });
    expect((await ask(page)).headers.get("access-control-allow-origin")).toBe(page);
    expect((await ask("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    await next(station.client({ extraHeaders: { Origin: page } }), "connect");
  });

  it("is open to a page of this station", async () => {
    await using station = await startLiveStation();
    const client = station.client({ extraHeaders: { Origin: station.url } });
    await next(client, "connect");
    expect(client.connected).toBe(true);
  });
});

describe("the gateway", () => {
  it("leaves other paths to the HTTP listener", async () => {
    await using station = await startLiveStation();
    expect(await (await fetch(`${station.url}/station`)).text()).toBe("plain");
  });

  it("serves its path without a slash at the end too", async () => {
    await using station = await startLiveStation();
    for (const transport of ["websocket", "polling"]) {
      const client = station.client({ addTrailingSlash: false, transports: [transport] });
      await next(client, "connect");
      expect(client.connected).toBe(true);
    }
  });

  it("closes so that clients reconnect", async () => {
    await using station = await startLiveStation();
    const client = station.client({ reconnection: false });
    await next(client, "connect");
    const reason = next(client, "disconnect");
    station.gateway.close();
    // How the connection closes depends on the system; only a server that disconnects explicitly keeps clients from
    // reconnecting.
    expect(["transport close", "transport error"]).toContain(await reason);
  });

  it("accepts small messages only", async () => {
    await using station = await startLiveStation();
    const client = station.client({ transports: ["websocket"], reconnection: false });
    await next(client, "connect");
    const reason = next(client, "disconnect");
    client.emit("viewport", "1".repeat(100_000));
    expect(await reason).toBe("transport close");
  });

  it("is one of a bounded number for each person, and for all", async () => {
    await using station = await startLiveStation({
      limits: { perPerson: 2, perAddress: 1, perStation: 3 },
      authenticate: ({ headers: { authorization = "" } }) => ({ ...LOCAL_OPERATOR, userId: authorization }),
    });
    const open = (token: string) => station.client({ auth: { token }, reconnection: false });
    const refusalOf = async (client: Socket) => next<Error & { data: unknown }>(client, "connect_error");
    const first = open("ada");
    await next(first, "connect");
    await next(open("ada"), "connect");
    expect((await refusalOf(open("ada"))).data).toEqual({
      type: "too_many_connections",
      msg: expect.stringContaining("2 live connections already"),
    });
    await next(open("bob"), "connect");
    expect((await refusalOf(open("cyd"))).data).toMatchObject({ msg: expect.stringContaining("The station has 3") });

    // The others stay, and one that leaves makes room.
    expect(first.connected).toBe(true);
    first.close();
    const again = station.client({ auth: { token: "ada" }, reconnectionDelay: 10, autoConnect: false });
    again.on("connect_error", () => again.connect());
    again.connect();
    await next(again, "connect");
  });

  it.skipIf(ownAddress === undefined)("waits for the credentials of so many clients of one computer only", async () => {
    const access = createAccessPolicy({ hosts: [ownAddress!] });
    await using station = await startLiveStation(
      { access, authenticate: ({ headers: { authorization = "" } }) => ({ ...LOCAL_OPERATOR, userId: authorization }) },
      ownAddress,
    );
    // Those that have presented one are others.
    for (let person = 0; person < 25; person++) await next(station.client({ auth: { token: `${person}` } }), "connect");
    const open = () => fetch(`${station.url}${LIVE_PATH}/?EIO=4&transport=polling`);
    for (let waiting = 0; waiting < 20; waiting++) expect((await open()).status).toBe(200);
    const refused = await open();
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ message: expect.stringContaining("This address has 20 live connections") }),
    ]);
    expect(station.gateway.countConnections()).toBe(25);
  });

  it("survives requests that are not a handshake", async () => {
    await using station = await startLiveStation();
    const socket = connectTcp(station.port, "127.0.0.1");
    socket.write(
      `GET ${LIVE_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    );
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("400 Bad Request");
    await next(station.client(), "connect");
  });
});
