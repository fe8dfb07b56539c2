import { describe, expect, inject, it } from "vitest";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import type { WireRequest } from "../../server/sync/index.ts";
import { copyCloudState } from "./cloud.state.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly, isFlightAtPeer, passUntilOver, pointsAtPeer } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";

const image = makeDatabaseImage(inject("emptyDatabase"));

/** A cloud that has three flights, and loses the last two of them. Returns their ids. */
async function loseTwo(exchange: Exchange): Promise<readonly string[]> {
  const { core } = exchange.world.cloud;
  const first = await fly(exchange, 30);
  await passUntilOver(exchange);
  const backup = copyCloudState(core.state);
  const lost = [await fly(exchange, 40), await fly(exchange, 50)];
  await passUntilOver(exchange);
  expect([exchange.items(), lost.map((id) => pointsAtPeer(exchange, id).length)]).toEqual([[], [40, 50]]);
  core.state = copyCloudState(backup);
  return [first, ...lost];
}

describe("a cloud that was restored from a backup", () => {
  it("is asked about for each flight that it lost, and gets it with its telemetry", async () => {
    const exchange = openExchange(image);
    const [first, ...lost] = await loseTwo(exchange);
    for (let passes = 0; passes < 4; passes++) {
      exchange.world.time.nowMs += HOUR_MS;
      await exchange.pass();
    }
    const gone = { kind: "flight", state: "needs_person", code: "gone" };
    expect(exchange.items()).toMatchObject(lost.map((localId) => ({ ...gone, localId })));
    expect(lost.map((id) => isFlightAtPeer(exchange, id))).toEqual([false, false]);
    for (const _ of lost) {
      await exchange.retry("flight");
      await passUntilOver(exchange);
    }
    expect(exchange.items()).toEqual([]);
    expect([first!, ...lost].map((id) => pointsAtPeer(exchange, id).length)).toEqual([30, 40, 50]);
    const { flights } = exchange.world.cloud.core.state;
    expect([...flights.values()].map(({ processed }) => processed)).toEqual([1, 1, 1]);
  });
});

describe("a cloud that lists none of the flights that it has", () => {
  it("is asked for the newest one only", async () => {
    const exchange = openExchange(image);
    for (const count of [20, 30]) await fly(exchange, count);
    await passUntilOver(exchange);
    const asked: WireRequest[] = [];
    exchange.way = async (request, send) => {
      asked.push(request);
      const answer = await send();
      const isList = /\/v1\/flights\?/.test(request.url);
      return isList ? { ...answer, body: new TextEncoder().encode("[]") } : answer;
    };
    await exchange.pass();
    expect(asked.filter(({ url }) => /\/v1\/flights\/[\da-f-]{36}$/.test(url))).toHaveLength(1);
    expect(exchange.items()).toEqual([]);
  });
});
