import type { operationRoutes } from "../../contracts/operations.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { OperationAccessRules } from "./operations.access.ts";
import { createOperationAccessRules } from "./operations.access.ts";
import type { Book } from "./operations.book.model.ts";
import { createBook } from "./operations.book.ts";
import type { OperationsDeps } from "./operations.deps.ts";
import { createOperationHandlers } from "./operations.handlers.ts";
import type { FlightFragments } from "./operations.flights.ts";
import { createFlightFragments } from "./operations.flights.ts";
import type { SeenMarks } from "./operations.seen.ts";
import { createSeenMarks } from "./operations.seen.ts";
import type { OperationsService } from "./operations.service.ts";
import { createOperationsService } from "./operations.service.ts";
import { createBookStore } from "./operations.store.ts";
import { createOperationTracks } from "./operations.tracks.ts";

export type { Book } from "./operations.book.model.ts";
export type { Gain } from "./unsaved.ledger.ts";
export type { FragmentRef, LastTelemetry, OperationsDeps } from "./operations.deps.ts";
export type { FlightFragments } from "./operations.flights.ts";
export { createFusionControl } from "./fusion-edits.control.ts";
export { createOperationControl } from "./operations.control.ts";
export { isImported } from "./operations.model.ts";
export type { OperationModel, SuboperationModel } from "./operations.model.ts";
export { createOperationPurge } from "./operations.purge.ts";
export { toOperation } from "./operations.wire.ts";

export type OperationsFeature = {
  readonly handlers: Handlers<typeof operationRoutes>;
  readonly book: Book;
  readonly service: OperationsService;
  /** Flights of accounts, entered into the airspace. */
  readonly flights: FlightFragments;
  readonly tracks: ReturnType<typeof createOperationTracks>;
  readonly access: OperationAccessRules;
  /** Who has seen what. */
  readonly seen: SeenMarks;
  /** How much is stored. */
  readonly count: () => { readonly operations: number; readonly uaRecords: number };
};

export function createOperationsFeature(deps: OperationsDeps): OperationsFeature {
  const service = createOperationsService(deps);
  const count = deps.reader.prepare<[], { operations: number; uaRecords: number }>(
    `SELECT count(DISTINCT operation) AS operations, coalesce(sum(record_count), 0) AS uaRecords
     FROM suboperation WHERE deleted_ms IS NULL`,
  );
  const book = createBook({
    store: createBookStore(deps.writer),
    tracks: deps.trackFixes,
    copyTrack: deps.copyTrack,
    clock: deps.clock,
    ids: deps.ids,
  });
  return {
    handlers: createOperationHandlers(service),
    book,
    flights: createFlightFragments(deps.writer, book),
    service,
    tracks: createOperationTracks(deps.reader),
    access: createOperationAccessRules(deps.reader, deps),
    seen: createSeenMarks(deps.reader),
    count: () => count.get()!,
  };
}
