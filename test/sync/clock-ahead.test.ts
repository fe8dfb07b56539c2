import { describe, expect, inject, it } from "vitest";
import { DAY_MS } from "../../server/kernel/clock.ts";
import { TransportError } from "../../server/sync/index.ts";
import { jsonAnswer } from "./cloud.model.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly, isFlightAtPeer, passUntilOver, pointsAtPeer } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";

/** A station that starts without a network may have a clock that is far ahead, and put right later. */

const image = makeDatabaseImage(inject("emptyDatabase"));
const setClock = ({ world }: Exchange, offsetMs: number) => world.stations[0]!.setClock(offsetMs);

describe("what was put off while the clock was ahead", () => {
  it("goes on at once when the clock is right, where the peer could not be reached", async () => {
    const exchange = openExchange(image);
    const id = await fly(exchange, 20);
    setClock(exchange, 40 * DAY_MS);
    exchange.way = async () => {
      throw new TransportError("unreachable", { mayHaveArrived: false, isTimeout: false });
    };
    await exchange.pass();
    expect(exchange.peer()).toMatchObject({ state: "offline", attempt: 1 });
    exchange.way = (_, send) => send();
    setClock(exchange, 0);
    const { signal } = new AbortController();
    for (const job of exchange.engine().backgroundJobs) await job.run(signal);
    expect(exchange.engine().isRunning(exchange.peer().id)).toBe(true);
    await exchange.engine().runToEnd(exchange.peer().id, signal);
    expect(pointsAtPeer(exchange, id)).toHaveLength(20);
  });

  it("is sent with the next exchange, where the peer had an error", async () => {
    const exchange = openExchange(image);
    const id = await fly(exchange, 0);
    setClock(exchange, 40 * DAY_MS);
    exchange.way = async ({ method, url }, send) =>
      method === "POST" && url.endsWith("/v1/flights")
        ? jsonAnswer(exchange.world.cloud.core, 500, { error: "failed", messages: ["It failed."] })
        : send();
    await exchange.pass();
    expect(exchange.items()).toMatchObject([{ kind: "flight", state: "checking" }]);
    exchange.way = (_, send) => send();
    setClock(exchange, 0);
    await exchange.pass();
    expect(isFlightAtPeer(exchange, id)).toBe(true);
  });

  it("is processed, where it was recorded then", async () => {
    const exchange = openExchange(image);
    setClock(exchange, 40 * DAY_MS);
    const id = await fly(exchange, 20);
    setClock(exchange, 0);
    await passUntilOver(exchange);
    expect(exchange.world.cloud.core.state.flights.get(id)).toMatchObject({ processed: 1 });
    expect(exchange.items()).toEqual([]);
  });
});
