import { decodeJwt } from "jose";
import * as client from "openid-client";
import { io, type Socket } from "socket.io-client";
import { io as io3 } from "socket.io-client-3";
import { describe, expect, it } from "vitest";
import { LIVE_PATH, type Notice } from "../../../server/contracts/live.ts";
import type { SignedInSession } from "../../../server/contracts/sessions.ts";
import type { User } from "../../../server/contracts/users.ts";
import { discover } from "../provider/sign-in.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";

const ADA = "ada@example.org";

/** A live client that is closed at the end of its block; `notices` are all it was told. */
async function connected(url: string, token: unknown, connect = io) {
  // The types of the library know objects only; the API takes the bare text as well.
  const socket = connect(url, {
    path: LIVE_PATH,
    forceNew: true,
    reconnection: false,
    auth: token as object,
  }) as Socket;
  const notices: string[] = [];
  socket.on("notice", ({ type }: Notice) => void notices.push(type));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
  const ended = new Promise<string>((resolve) => socket.once("disconnect", resolve));
  return { socket, notices, ended, [Symbol.dispose]: () => void socket.close() };
}

const currentSession = async (station: StationInProcess, token: string) =>
  ((await station.call("GET", "/station/v1/sessions", { token })).body as SignedInSession[]).find(
    ({ is_current }) => is_current,
  )!.id;

describe("a live session with a real token", () => {
  it.each([
    ["4", io],
    ["3", io3],
  ])("is opened by a client of version %s with a text or an object", async (_version, connect) => {
    await using station = await startStationInProcess();
    await station.register(ADA);
    const { access_token: token } = await station.signIn(ADA);
    using asText = await connected(station.url, token, connect);
    using asObject = await connected(station.url, { token }, connect);
    expect([asText.notices, asObject.notices]).toEqual([[], []]);
  });

  it("is opened by no personal access token", async () => {
    await using station = await startStationInProcess();
    await station.register(ADA);
    const { access_token: token } = await station.signIn(ADA);
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const made = await station.call("POST", "/v2/pats/tokens", { token, body: { password: PASSWORD, expires_at } });
    const pat = (made.body as { readonly token: string }).token;
    expect((await station.call("GET", "/v1/users/me", { token: pat })).status).toBe(200);
    const refusal = { message: "unauthenticated", data: { type: "unauthenticated", input: "omitted" } };
    await expect(connected(station.url, pat)).rejects.toMatchObject(refusal);
    await expect(connected(station.url, { token: pat })).rejects.toMatchObject(refusal);
  });

  it("ends with its token, unless it is renewed with a refreshed one", async () => {
    await using station = await startStationInProcess({ accessTokenLifeS: 3 });
    await station.register(ADA);
    const tokens = await station.signIn(ADA);
    using idle = await connected(station.url, tokens.access_token);
    using renewing = await connected(station.url, tokens.access_token);
    const configuration = await discover(`${station.url}/realms/dcp`);
    const endOf = ({ access_token: token }: { readonly access_token: string }) => decodeJwt(token).exp;
    let renewed: { readonly access_token: string; readonly refresh_token?: string } = tokens;
    // Lives end at whole seconds: a token of the same second would end with the first one.
    while (endOf(renewed) === endOf(tokens)) {
      renewed = await client.refreshTokenGrant(configuration, renewed.refresh_token!);
    }
    renewing.socket.emit("authenticate", renewed.access_token);
    expect(await idle.ended).toBe("io server disconnect");
    expect(idle.notices).toEqual(["token_expiring", "token_expired"]);
    // Less than 30 seconds are warned of at once, with either token.
    expect(renewing.notices).toEqual(["token_expiring", "token_renewed", "token_expiring"]);
    expect(await renewing.ended).toBe("io server disconnect");
    expect(renewing.notices.slice(3)).toEqual(["token_expired"]);
  });

  it("ends at once with its sign-in: revoked, ended by a replayed refresh token, or signed out; no other one does", async () => {
    await using station = await startStationInProcess();
    await station.register(ADA);
    const [first, second, third] = [await station.signIn(ADA), await station.signIn(ADA), await station.signIn(ADA)];
    using one = await connected(station.url, first.access_token);
    using two = await connected(station.url, second.access_token);
    using three = await connected(station.url, third.access_token);
    const id = await currentSession(station, first.access_token);
    await station.call("DELETE", `/station/v1/sessions/${id}`, { token: third.access_token });
    expect(await one.ended).toBe("io server disconnect");
    expect(one.notices).toEqual(["session_ended"]);

    // A refresh token that is used twice ends its whole family.
    const configuration = await discover(`${station.url}/realms/dcp`);
    await client.refreshTokenGrant(configuration, second.refresh_token!);
    await expect(client.refreshTokenGrant(configuration, second.refresh_token!)).rejects.toThrow();
    expect(await two.ended).toBe("io server disconnect");
    expect(three.notices).toEqual([]);

    // What an application does when its person signs out there (RFC 7009).
    await client.tokenRevocation(configuration, third.refresh_token!);
    expect(await three.ended).toBe("io server disconnect");
  });

  it.each([
    ["the password is changed", "PATCH", { password: PASSWORD }],
    ["the account is deactivated", "DELETE", undefined],
  ])("ends at once when %s", async (_what, method, body) => {
    await using station = await startStationInProcess();
    await station.register("root@example.org");
    const ada: User = await station.register(ADA);
    const root = await station.signIn("root@example.org");
    const { access_token: token } = await station.signIn(ADA);
    using roots = await connected(station.url, root.access_token);
    using adas = await connected(station.url, token);
    const change = await station.call(method, `/v1/users/${ada.id}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    expect(change.status).toBeLessThan(300);
    expect(await adas.ended).toBe("io server disconnect");
    expect(adas.notices).toEqual(["session_ended"]);
    await expect(connected(station.url, token)).rejects.toMatchObject({ message: "unauthenticated" });
    expect(roots.notices).toEqual([]);
  });
});
