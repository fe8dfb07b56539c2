import { onScopeDispose, type Ref, ref, type ShallowRef } from "vue";
import { reasonOf } from "../api/reason.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { joined, listPage, type LogQuery, MAX_PAGE, type NewestOperations, PAGE } from "./log-list.requests.ts";

/** So many more are searched at once: the log loads all that it has loaded again each minute. */
const MAX_SEARCHED = 10_000;

/** The log, as far as it is loaded. */
export interface LoadedLog {
  readonly loaded: ShallowRef<NewestOperations | undefined>;
  readonly queryOf: (signal: AbortSignal) => LogQuery;
  /** Whether there are more than are loaded, and they may be loaded. */
  readonly hasMore: () => boolean;
  /** How many of those that are loaded are shown. */
  readonly countShown: () => number;
  /** Whether a status is asked for: the station lists operations of every status. */
  readonly hasStatus: () => boolean;
  /** Called before a page is asked for: nothing else may put another list in its place meanwhile. */
  readonly onLoading: () => void;
}

export interface LogSearch {
  /** Whether pages are being loaded until enough operations have the status that is asked for. */
  readonly isSearching: Readonly<Ref<boolean>>;
  readonly isLoading: () => boolean;
  /** Loads the next page; where a status is asked for, as many as it takes to show a page more, up to a bound. */
  readonly loadMore: () => Promise<void>;
  /** Does so anew where few of those that are loaded have the status: those that have it may all be further on. */
  readonly search: () => void;
  readonly stop: () => void;
}

/** Goes further into the log. */
export function useLogSearch({ loaded, queryOf, hasMore, countShown, hasStatus, onLoading }: LoadedLog): LogSearch {
  const toasts = useToasts();
  const isSearching = ref(false);
  let loading: AbortController | undefined;

  function stop(): void {
    loading?.abort();
    loading = undefined;
    isSearching.value = false;
  }

  /** Whether the next page is listed now; why not is said. */
  async function addPage(limit: number, signal: AbortSignal): Promise<boolean> {
    onLoading();
    const answer = await listPage(queryOf(signal), { limit, offset: loaded.value?.listed.length ?? 0 });
    if (answer.kind === "cancelled" || signal.aborted || !loaded.value) return false;
    if (answer.kind === "ok") {
      const listed = joined(loaded.value.listed, answer.value);
      loaded.value = { ...loaded.value, isFull: answer.value.length === limit, listed };
    } else {
      toasts.show(reasonOf(answer), "danger");
    }
    return answer.kind === "ok";
  }

  async function loadMore(): Promise<void> {
    if (loading || !loaded.value || !hasMore()) return;
    const controller = new AbortController();
    loading = controller;
    isSearching.value = hasStatus();
    const limit = isSearching.value ? MAX_PAGE : PAGE;
    const wanted = countShown() + PAGE;
    const end = loaded.value.listed.length + MAX_SEARCHED;
    const isEnough = () => countShown() >= wanted || (loaded.value?.listed.length ?? 0) >= end;
    let isAdded: boolean;
    do {
      isAdded = await addPage(limit, controller.signal);
    } while (isAdded && isSearching.value && hasMore() && !isEnough());
    if (loading === controller) stop();
  }

  onScopeDispose(stop);
  return {
    isSearching,
    isLoading: () => loading !== undefined,
    loadMore,
    search() {
      stop();
      if (hasStatus() && countShown() < PAGE) void loadMore();
    },
    stop,
  };
}
