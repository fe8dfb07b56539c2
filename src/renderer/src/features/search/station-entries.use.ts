import { useIsAdministrator } from "../../api/administrator.use.ts";
import { useSources } from "../../api/sources.store.ts";
import { type ApiResult, call, type Failure, routes } from "../../api/station.client.ts";
import { isDesktop } from "../../desktop/desktop-bridge.ts";
import { useText } from "../../text/index.ts";
import { usePendingRemovals } from "../../ui/pending-removals.store.ts";
import { settingsSectionsFor } from "../settings/settings-sections.ts";
import { findEntries, type Found, type FoundItem, type StationEntry } from "./find.rules.ts";

/** Results that do not need the station are shown after this time, even if it does not answer. */
export const STATION_TIMEOUT_MS = 3_000;
const MAX_ENTRIES = 12;

interface Lists {
  readonly entries: readonly StationEntry[];
  readonly failure: Failure | undefined;
}

/**
 * What is set up at the station, and the sections of the settings, as far as the person may see them. The lists are
 * loaded once and then searched here: no request is sent while the person types.
 */
export function useStationEntries() {
  const { t, fromStation } = useText();
  const isAdministrator = useIsAdministrator();
  const sources = useSources();
  const removals = usePendingRemovals();
  let loading: Promise<Lists> = Promise.resolve({ entries: [], failure: undefined });

  async function loadLists(): Promise<Lists> {
    const signal = AbortSignal.timeout(STATION_TIMEOUT_MS);
    const mayChange = isAdministrator.value;
    const [outputs, rules, maps] = await Promise.all([
      mayChange ? call(routes.listOutputs, { signal }) : ({ kind: "ok", value: [] } as const),
      call(routes.listAlertRules, { signal }),
      call(routes.listMapSets, { signal }),
    ]);
    return {
      entries: [
        ...valueOf(outputs).map(({ id, name }) => ({ kind: "output", id, name }) as const),
        ...valueOf(rules).map(({ id, name }) => ({ kind: "rule", id, name: fromStation(name), mayChange }) as const),
        ...valueOf(maps).map(({ id, name }) => ({ kind: "map", id, name }) as const),
      ],
      failure: [outputs, rules, maps].map(failureOf).find((one) => one !== undefined),
    };
  }

  /** The console holds the sources and the sections already. */
  function heldEntries(): readonly StationEntry[] {
    const sections = settingsSectionsFor({ isAdministrator: isAdministrator.value, isDesktop });
    return [
      ...(sources.sources ?? []).map(({ id, name }) => ({ kind: "source", id, name }) as const),
      ...sections.map(({ name, title }) => ({ kind: "settings", id: name, name: t(title) }) as const),
    ];
  }

  return {
    /** Loads the lists; to be called when the search is opened. */
    load(): void {
      loading = loadLists();
    },
    async find(text: string): Promise<Found & { readonly failure: Failure | undefined }> {
      const { entries, failure } = await loading;
      const found = findEntries([...heldEntries(), ...entries], text).filter(({ id }) => !removals.isPending(id));
      const items = found.slice(0, MAX_ENTRIES).map((object): FoundItem => {
        const { kind, id, name } = object;
        return {
          key: `${kind}-${id}`,
          label: name,
          detail: t(`search.kinds.${kind}`),
          target: { kind: "object", object },
        };
      });
      return { items, isPart: found.length > MAX_ENTRIES, failure };
    },
  };
}

const valueOf = <T>(answer: ApiResult<readonly T[]>): readonly T[] => (answer.kind === "ok" ? answer.value : []);

/** A request that took too long was cancelled here. */
export function failureOf(answer: ApiResult<unknown>): Failure | undefined {
  return answer.kind === "ok" ? undefined : answer.kind === "cancelled" ? { kind: "unreachable" } : answer;
}
