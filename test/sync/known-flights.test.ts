import { describe, expect, inject, it } from "vitest";
import { markAllItems } from "../../server/features/sync/outbox.store.ts";
import { SECOND_MS } from "../../server/kernel/clock.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly, passUntilOver, pointsAtPeer, record } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";

/** Flights of which the peer has telemetry already. */

const image = makeDatabaseImage(inject("emptyDatabase"));
const dbOf = ({ world }: Exchange) => world.stations[0]!.faults.db;
const uploadsOf = ({ world }: Exchange) =>
  world.cloud.requests.filter(({ method, url }) => method === "POST" && url.endsWith("/telemetry")).length;

/** As if the peer were removed and added: nothing is known of what it has. */
function forget(exchange: Exchange): void {
  const { id, localUser } = exchange.peer();
  for (const table of ["sync_ref", "sync_step"]) dbOf(exchange).prepare(`DELETE FROM ${table} WHERE peer = ?`).run(id);
  markAllItems(dbOf(exchange), id, localUser);
}

describe("a flight that the peer has, of a peer that was removed and added", () => {
  it("is not sent a second time, and later points are", async () => {
    const exchange = openExchange(image, "known", "appending");
    const id = await fly(exchange, 120);
    await passUntilOver(exchange);
    forget(exchange);
    const before = uploadsOf(exchange);
    await passUntilOver(exchange);
    expect(pointsAtPeer(exchange, id)).toHaveLength(120);
    expect(uploadsOf(exchange)).toBe(before);
    expect(exchange.items()).toEqual([]);

    record(exchange, id, Date.parse(pointsAtPeer(exchange, id).at(-1)!.time) + SECOND_MS, 5);
    await passUntilOver(exchange);
    expect(pointsAtPeer(exchange, id)).toHaveLength(125);
    expect(exchange.items()).toEqual([]);
  });
});
