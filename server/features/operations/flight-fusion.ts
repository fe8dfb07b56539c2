import type { PlacesOf } from "./fusion.rules.ts";
import { compareAge, groupFlights, linksWithin } from "./flight-groups.rules.ts";
import { unitedWith } from "./fragment-uniting.ts";
import type { OpenFragments, Placement } from "./open-fragments.index.ts";
import { asPlaced } from "./open-fragments.index.ts";
import type { OperationModel, SuboperationModel } from "./operations.model.ts";
import type { UnsavedLedger } from "./unsaved.ledger.ts";

/** Brings the operations around a fragment in line with what the rules say of all of their fragments together. */
export function createFlightFusion(deps: {
  readonly open: OpenFragments;
  readonly ledger: UnsavedLedger;
  readonly placesOf: PlacesOf<SuboperationModel>;
  readonly openOperation: (timeMs: number) => OperationModel;
  /** Told of operations that got or lost fragments. */
  readonly touch: (operation: OperationModel) => void;
  /** Told of an operation that has become part of another. */
  readonly leave: (operation: OperationModel) => void;
  readonly unite: (from: SuboperationModel, into: SuboperationModel) => void;
}): (around: SuboperationModel) => void {
  const { open, ledger, openOperation, touch, leave, unite } = deps;

  function explain(group: readonly Placement[], placesOf: PlacesOf<Placement>): void {
    for (const [{ model }, { reason, confidence }] of linksWithin(group, placesOf, isPutByHand)) {
      if (model.linkReason === reason) continue;
      model.linkReason = reason;
      model.linkConfidence = confidence;
      ledger.noteWhole(model);
    }
  }

  /** What one sensor saw of the flight over one technology becomes one fragment. */
  function uniteFragments(
    group: readonly Placement[],
    placesOf: PlacesOf<Placement>,
    changed: Set<OperationModel>,
  ): readonly Placement[] {
    for (const [index, a] of group.entries()) {
      for (const b of group.slice(index + 1)) {
        const united = unitedWith(a, b, placesOf);
        if (united === undefined) continue;
        const { from, into } = united;
        changed.add(into.operation);
        unite(from, into);
        const rest = group.filter(({ model }) => model !== from && model !== into);
        return uniteFragments([...rest, asPlaced(into)], placesOf, changed);
      }
    }
    return group;
  }

  return (around) => {
    const { fragments, crowded } = open.neighbourhood(around);
    if (fragments.length === 1) return;
    const placesOf: PlacesOf<Placement> = (a, b) => {
      const places = deps.placesOf(a.model, b.model);
      return crowded.has(a.model) || crowded.has(b.model) ? { ...places, isNearby: false } : places;
    };
    const groups = groupFlights(fragments.map(asPlaced), placesOf);
    const homes = homesOf(groups);
    const changed = new Set<OperationModel>();
    for (const group of groups) {
      const { home, merged } = homes.get(group)!;
      const into = home ?? openOperation(Math.min(...group.map(({ firstMs }) => firstMs)));
      for (const { model } of group) {
        if (model.operation === into) continue;
        changed.add(model.operation).add(into);
        // A flight that was made private is not shown by what turns out to be of it.
        model.isPrivate ||= into.suboperations.some((one) => one.isPrivate && one.ownerId === model.ownerId);
        moveFragment(model, into);
        ledger.noteWhole(model);
      }
      for (const operation of merged) ledger.noteMerge(operation, into);
      explain(uniteFragments(group, placesOf, changed), placesOf);
    }
    for (const operation of changed) {
      if (operation.suboperations.length === 0) leave(operation);
      else {
        fitTimes(operation);
        touch(operation);
      }
    }
  };
}

/** Takes a fragment out of its operation and into another. */
export function moveFragment(fragment: SuboperationModel, into: OperationModel): void {
  const left = fragment.operation.suboperations;
  left.splice(left.indexOf(fragment), 1);
  fragment.operation = into;
  into.suboperations.push(fragment);
}

/** An operation begins and ends with its fragments. */
export function fitTimes(operation: OperationModel): void {
  operation.firstMs = Math.min(...operation.suboperations.map(({ firstMs }) => firstMs));
  operation.lastMs = Math.max(...operation.suboperations.map(({ lastMs }) => lastMs));
}

type Home = { readonly home: OperationModel | undefined; readonly merged: readonly OperationModel[] };

/**
 * Which operation each flight goes on as: the one that a person has put it in, else the eldest of those whose first
 * fragment it has. The others of those become part of it.
 */
function homesOf(flights: readonly (readonly Placement[])[]): ReadonlyMap<readonly Placement[], Home> {
  const held = new Set(flights.flatMap((flight) => heldHome(flight) ?? []));
  const byFirst = new Map<SuboperationModel, OperationModel>();
  for (const operation of new Set(flights.flat().map(({ model }) => model.operation))) {
    const [first] = operation.suboperations.map(asPlaced).toSorted(compareAge);
    if (!held.has(operation)) byFirst.set(first!.model, operation);
  }
  return new Map(
    flights.map((flight) => {
      const claimed = flight.flatMap(({ model }) => byFirst.get(model) ?? []).toSorted((a, b) => a.id - b.id);
      const home = heldHome(flight) ?? claimed[0];
      return [flight, { home, merged: claimed.filter((operation) => operation !== home) }];
    }),
  );
}

function heldHome(flight: readonly Placement[]): OperationModel | undefined {
  return flight.find(({ heldIn }) => heldIn !== null)?.model.operation;
}

function isPutByHand({ model }: Placement): boolean {
  return model.isHeld && model.linkReason === "by_hand";
}
