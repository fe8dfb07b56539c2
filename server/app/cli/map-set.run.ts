import { createReadStream, openAsBlob } from "node:fs";
import { basename } from "node:path";
import { MapSet, mapSetRoutes } from "../../contracts/map-sets.ts";
import { createMapSets } from "../../features/map-sets/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { openStore } from "../../storage/database.ts";
import { composeAccounts } from "../compose/accounts.ts";
import { createLog } from "../station/stderr-log.ts";
import type { StationLocation } from "./administration.ts";
import { fetchFromStation } from "./remote-station.ts";
import { addressOf, bodyOf, callLocalRoute, callRemoteRoute } from "./route-call.ts";
import { getOwner } from "./owner.ts";
import { print } from "./print.ts";

export type MapSetAddOptions = StationLocation & { readonly name?: string; readonly link: boolean };

/** Adds a map; rejects with the station's sentence when it cannot be used. */
export async function mapSetAddCommand(file: string, options: MapSetAddOptions): Promise<number> {
  const set = await (options.url === undefined ? addHere(file, options) : addThere(file, options));
  print(options.json, { map_set: set }, [lineOf(set)]);
  return 0;
}

/** Lists all maps. */
export async function mapSetListCommand(options: StationLocation): Promise<number> {
  const sets = await (options.url === undefined
    ? withHandlers(options, async ({ handlers, call }) => bodyOf(await handlers.listMapSets(call)) as readonly MapSet[])
    : callRemoteRoute(remote(options), mapSetRoutes.listMapSets));
  print(options.json, { map_sets: sets }, sets.map(lineOf));
  return 0;
}

/** Removes a map. */
export async function mapSetRemoveCommand(id: string, options: StationLocation): Promise<number> {
  const params = { map_set_id: id };
  const route = mapSetRoutes.removeMapSet;
  if (options.url !== undefined) await callRemoteRoute(remote(options), route, { params });
  else {
    await withHandlers(options, ({ handlers, call }) =>
      callLocalRoute(handlers.removeMapSet, route, { params }, call.principal),
    );
  }
  print(options.json, { id, removed: true }, [`${id}  removed`]);
  return 0;
}

function addHere(file: string, options: MapSetAddOptions): Promise<MapSet> {
  const { name } = options;
  return withHandlers(options, async ({ handlers, call }) => {
    const upload = options.link ? undefined : ({ format: "file", chunks: createReadStream(file) } as const);
    const body = options.link ? { path: file, name } : undefined;
    const query = { name, source_name: basename(file) };
    return MapSet.parse(bodyOf(await handlers.addMapSet({ ...call, upload, query, body })));
  });
}

async function addThere(file: string, options: MapSetAddOptions): Promise<MapSet> {
  const content = options.link ? { body: { path: file } } : { file: await openAsBlob(file) };
  const named = options.name === undefined ? {} : { name: options.name };
  const address = addressOf(mapSetRoutes.addMapSet, { query: { source_name: basename(file), ...named } });
  const response = await fetchFromStation(remote(options), address, { method: "POST", ...content });
  return MapSet.parse(await response.json());
}

const remote = ({ url = "", token }: StationLocation) => ({ url, token });

type Handlers = ReturnType<typeof createMapSets>["handlers"];
type LocalCall = { readonly principal: Principal; readonly representation: "json"; readonly signal: AbortSignal };

/** The same handlers as in the station, on a directory that no server is using, for its administrator. */
async function withHandlers<T>(
  { data, spatialite }: StationLocation,
  use: (station: {
    readonly handlers: Handlers;
    readonly call: LocalCall & { readonly params: undefined; readonly query: undefined; readonly body: undefined };
  }) => Promise<T>,
): Promise<T> {
  const store = openStore({ dataDir: data, spatialite });
  const db = store.writer;
  const mapSets = createMapSets({ db, clock: systemClock, ids: systemIds, dataDir: data });
  try {
    const accounts = composeAccounts({
      db,
      clock: systemClock,
      ids: systemIds,
      log: createLog("warn"),
      registration: { isReachable: true },
      endSessions: () => undefined,
      endConnections: () => undefined,
      listFlightIssues: () => [],
    });
    const owner = getOwner(accounts, undefined);
    const principal: Principal = { ...owner, isAdministrator: true, credential: "local" };
    const nothing = { params: undefined, query: undefined, body: undefined };
    const signal = new AbortController().signal;
    return await use({ handlers: mapSets.handlers, call: { ...nothing, principal, representation: "json", signal } });
  } finally {
    await mapSets.close();
    store.close();
  }
}

function lineOf({ id, name, container, format, min_zoom: from, max_zoom: to, bytes, state }: MapSet): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return [id, name, `${container} ${format}`, `zoom ${from}-${to}`, size, ...(state === "ready" ? [] : [state])].join(
    "  ",
  );
}
