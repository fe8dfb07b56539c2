import { expect, inject, it } from "vitest";
import { updatePeer } from "../../server/features/sync/peers.store.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly, passUntilOver, pointsAtPeer } from "./engine.flights.ts";
import { openExchange } from "./engine.fixture.ts";
import { recordPoints } from "./scenario.ts";

const image = makeDatabaseImage(inject("emptyDatabase"));

it.each([null, 100_000_000])(
  "a point that is replaced here is replaced there, with a budget of %s bytes",
  async (budgetBytes) => {
    const exchange = openExchange(image);
    const { world } = exchange;
    updatePeer(world.stations[0]!.faults.db, exchange.peer().id, { budgetBytes });
    const id = await fly(exchange, 60);
    await passUntilOver(exchange);
    expect(exchange.items()).toEqual([]);
    const before = pointsAtPeer(exchange, id);
    const replaced = { ...before[30]!, location: { lat: 51, lon: 15 }, velocity: { x: 1, y: 1, z: 0 } };
    recordPoints(world, 0, id, [replaced]);
    await passUntilOver(exchange);
    expect(pointsAtPeer(exchange, id)).toHaveLength(60);
    expect(pointsAtPeer(exchange, id)[30]).toMatchObject({ time: replaced.time, location: { lat: 51, lon: 15 } });
    expect(exchange.items()).toEqual([]);
  },
);
