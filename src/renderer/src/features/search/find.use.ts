import { shallowRef } from "vue";
import { call, type Failure, routes } from "../../api/station.client.ts";
import { placeChoices } from "../../map/tools/place-choice.ts";
import { usePlaceFormat } from "../../map/tools/place-format.use.ts";
import { useOwnPlace } from "../../map/tools/own-place.use.ts";
import { findTowns } from "../../map/towns.ts";
import { primaryIdentifier } from "../../tracks/identity.ts";
import type { TrackSource } from "../../tracks/track-source.ts";
import { type Text, useText } from "../../text/index.ts";
import { foldText } from "../../../../../server/contracts/fold-text.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { shownFlightName } from "../../ui/station-flight-name.ts";
import { formatAge } from "../../ui/times.ts";
import type { Command } from "../shortcuts/commands.ts";
import {
  findCommands,
  findReceived,
  type Found,
  type FoundGroup,
  type FoundItem,
  foundGroupsOf,
} from "./find.rules.ts";
import { failureOf, STATION_TIMEOUT_MS, useStationEntries } from "./station-entries.use.ts";

const MAX_AIRCRAFT = 8;
const MAX_OWN = 12;
/** As long as an aircraft stays on the live map. */
const RECENT = "-PT5M";
const MY_PLACE_ZOOM = 13;

/** Searches everything that the console can open; results that could not be loaded are left out, with a message. */
export function useFind(live: TrackSource, commands: () => readonly Command[], labelOf: (command: Command) => string) {
  const { t } = useText();
  const preferences = usePreferences();
  const ownPlace = useOwnPlace();
  const stationEntries = useStationEntries();
  const groups = shallowRef<readonly FoundGroup[]>([]);
  const failure = shallowRef<Failure>();
  /** The text that was searched for last; undefined before the first search. */
  const searched = shallowRef<string>();
  let current:
    | { readonly text: string; readonly controller: AbortController; readonly done: Promise<void> }
    | undefined;

  const formatPlace = usePlaceFormat();

  async function findAircraft(text: string, signal: AbortSignal): Promise<Found> {
    const known = findReceived(live.collection.tracks.values(), text, MAX_AIRCRAFT + 1);
    // In a wide view the console knows no more of an aircraft than its position.
    const query = { from: RECENT, search: text, order: "-time", limit: MAX_AIRCRAFT + 1 } as const;
    const answer = await call(routes.listOperations, { query, signal });
    const listed = answer.kind === "ok" ? answer.value : [];
    const ids = [...new Set([...known, ...listed.map(({ id }) => id)])];
    const items = ids.slice(0, MAX_AIRCRAFT).map((id): FoundItem => {
      const track = live.collection.tracks.get(id);
      const operation = track?.operation ?? listed.find((one) => one.id === id);
      const detail = track?.place
        ? t("search.received", { age: formatAge(live.nowMs() - track.receivedAtMs) })
        : t("search.neverReceived");
      return {
        key: `received-${id}`,
        label: primaryIdentifier(operation) ?? t("search.unnamed"),
        detail,
        target: { kind: "received", operationId: id, place: track?.place },
      };
    });
    return { items, isPart: ids.length > MAX_AIRCRAFT };
  }

  async function findOwn(text: string, signal: AbortSignal): Promise<Found> {
    const answer = await call(routes.search, { query: { query: text }, signal });
    failure.value = failureOf(answer);
    const objects = answer.kind === "ok" ? answer.value.objects : [];
    const items = objects.slice(0, MAX_OWN).map((object): FoundItem => {
      const detail = t(`search.kinds.${object.kind}`);
      const label = object.kind === "flight" ? shownFlightName(object.name, preferences.zone) : object.name;
      return { key: `own-${object.id}`, label, detail, target: { kind: "object", object } };
    });
    return { items, isPart: objects.length > MAX_OWN };
  }

  async function findPlaces(text: string): Promise<Found> {
    const choices = placeChoices(text, await findTowns(text), formatPlace);
    const myPlace = ownPlace.value?.place;
    const isMine = myPlace && foldText(t("search.myPlace")).startsWith(foldText(text.trim()));
    const own = isMine
      ? [{ label: t("search.myPlace"), detail: formatPlace(myPlace), place: myPlace, zoom: MY_PLACE_ZOOM }]
      : [];
    const items = [...own, ...choices].map(({ label, detail, place, zoom }): FoundItem => {
      const kind = detail === "" ? t("search.coordinates") : `${t("search.town")} · ${detail}`;
      return {
        key: `place-${place.latitude},${place.longitude}`,
        label,
        detail: kind,
        target: { kind: "place", place, zoom },
      };
    });
    return { items, isPart: false };
  }

  function findCommandItems(text: string): Found {
    // The command "Find" is already open.
    const others = commands().filter(({ id }) => id !== "find");
    const items = findCommands(others, text, labelOf).map((command): FoundItem => ({
      key: `command-${command.id}`,
      label: labelOf(command),
      detail: command.keys.join(" · "),
      target: { kind: "command", command },
    }));
    return { items, isPart: false };
  }

  /** Resolves when the search is complete; cancels a running search for another text. */
  function search(typed: string): Promise<void> {
    const text = typed.trim();
    if (current?.text === text && !current.controller.signal.aborted) return current.done;
    stop();
    const controller = new AbortController();
    const done = searchFor(text, controller).finally(() => {
      if (current?.controller === controller) current = undefined;
    });
    current = { text, controller, done };
    return done;
  }

  async function searchFor(text: string, controller: AbortController): Promise<void> {
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(STATION_TIMEOUT_MS)]);
    const commandItems = findCommandItems(text);
    if (text === "") {
      failure.value = undefined;
      groups.value = foundGroupsOf({ commands: commandItems });
    } else {
      const placesFound = findPlaces(text);
      const [aircraft, own] = await Promise.all([findAircraft(text, signal), findOwn(text, signal)]);
      if (controller.signal.aborted) return;
      // The list of towns takes a while to read: the groups above it are shown in the meantime.
      groups.value = foundGroupsOf({ aircraft, own });
      const [places, station] = await Promise.all([placesFound, stationEntries.find(text)]);
      if (controller.signal.aborted) return;
      failure.value ??= station.failure;
      groups.value = foundGroupsOf({ aircraft, own, places, commands: commandItems, station, log: inLog(text, t) });
    }
    searched.value = text;
  }

  function stop(): void {
    current?.controller.abort();
  }

  return { groups, failure, searched, load: stationEntries.load, search, stop };
}

/** Finds only aircraft that are received now; the others are in the log, which is not queried for each letter. */
function inLog(text: string, t: Text["t"]): Found {
  const label = t("search.inLog", { text });
  return { items: [{ key: "log", label, detail: "", target: { kind: "log", text } }], isPart: false };
}
