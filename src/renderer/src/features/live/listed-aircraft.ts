import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import { type AgeState, ageStateOf } from "../../tracks/age.ts";
import { firstHeight, isEmergency, primaryIdentifier } from "../../tracks/identity.ts";
import type { Track } from "../../tracks/track-collection.ts";
import type { AircraftRow, RowContext, Sortable } from "./aircraft-rows.ts";

/** An aircraft of the list. Its content is computed when it is shown: only a few dozen of thousands are visible. */
export class ListedAircraft implements Sortable {
  readonly id: string;
  readonly age: AgeState;
  readonly track: Track;
  readonly middle: RowContext["middle"];
  readonly #rowOf: (track: Track) => AircraftRow;
  #row: AircraftRow | undefined;

  constructor(
    track: Track,
    { nowMs, middle }: Pick<RowContext, "nowMs" | "middle">,
    rowOf: (track: Track) => AircraftRow,
  ) {
    this.id = track.id;
    this.age = ageStateOf(nowMs - track.receivedAtMs);
    this.#rowOf = rowOf;
    this.track = track;
    this.middle = middle;
  }

  /** Cached, so that rows that stay visible while the list is scrolled are not rendered again. */
  get row(): AircraftRow {
    this.#row ??= this.#rowOf(this.track);
    return this.#row;
  }

  get name(): string | undefined {
    return primaryIdentifier(this.track.operation);
  }

  get isEmergency(): boolean {
    return isEmergency(this.track);
  }

  get heightM(): number | undefined {
    return this.track.isApproximate ? undefined : firstHeight(this.track)?.value;
  }

  get speedMs(): number | null {
    return this.track.isApproximate ? null : (this.track.ua?.velocity.horizontal_speed ?? null);
  }

  get distanceM(): number {
    return this.track.place ? distanceM(this.middle, this.track.place) : Infinity;
  }
}
