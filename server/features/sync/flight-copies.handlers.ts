import type { syncRoutes } from "../../contracts/sync.routes.ts";
import type { SyncFlight } from "../../contracts/sync-region.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { findFlightCopy, saveFlightCopy } from "./flight-copies.store.ts";
import { findRef } from "./refs.store.ts";
import type { SyncDeps } from "./sync.deps.ts";
import type { PeerModel } from "./sync.model.ts";
import type { Caller, PeersService } from "./sync.outcome.ts";

export type FlightCopyHandlers = Pick<Handlers<typeof syncRoutes>, "listSyncFlights" | "fetchSyncTrack">;

/** The peers' copies of a flight, and fetching its telemetry when a user wants to see it. */
export function createFlightCopyHandlers(
  peers: Pick<PeersService, "list" | "start">,
  { db, clock, findFlight, onChange }: Pick<SyncDeps, "db" | "clock" | "findFlight" | "onChange">,
): FlightCopyHandlers {
  function list(id: string, caller: Caller): readonly { readonly peer: PeerModel; readonly flight: SyncFlight }[] {
    const local = findFlight(id);
    if (local === undefined) return [];
    return peers.list(caller).flatMap((peer) => {
      const copy = findFlightCopy(db, peer.id, id);
      const ref = findRef(db, peer.id, "flight", id);
      if (copy?.isOthers !== true && (ref === undefined || ref.goneMs !== null)) return [];
      const isWanted = (copy?.wantedMs ?? null) !== null;
      const flight: SyncFlight = {
        flight_id: id,
        peer_id: peer.id,
        peer_name: peer.name,
        is_others: copy?.isOthers ?? false,
        pilot_name: copy?.pilotName ?? null,
        track: isWanted ? "fetching" : local.points > 0 ? "here" : local.isFlown ? "there" : "none",
        fetched: copy?.fetched ?? 0,
        detail: copy?.detail ?? null,
      };
      return [{ peer, flight }];
    });
  }

  return {
    listSyncFlights: ({ params, principal }) => ({
      status: 200,
      body: list(params.id, principal).map(({ flight }) => flight),
    }),

    fetchSyncTrack({ params, principal }) {
      const [found] = list(params.id, principal);
      if (found === undefined) return noFlight();
      const { peer, flight } = found;
      if (flight.track === "here") return failure(409, "already_here", "id: the telemetry is here already.");
      if (flight.track === "none") return failure(409, "not_flown", "id: the flight was not flown yet.");
      saveFlightCopy(db, {
        peer: peer.id,
        flight: params.id,
        wantedMs: clock.now(),
        detail: null,
        ...(flight.track === "fetching" ? {} : { fetched: 0 }),
      });
      onChange(peer);
      peers.start(peer);
      return { status: 202, body: list(params.id, principal)[0]?.flight ?? flight };
    },
  };
}

const noFlight = () => failure(404, "not_found", "id: no peer of yours has this flight.");
