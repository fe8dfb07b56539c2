import { onScopeDispose, type Ref, ref, type ShallowRef } from "vue";
import { reasonOf } from "../api/reason.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { joinPages, listPage, type LogQuery, MAX_PAGE, type NewestOperations, PAGE } from "./log-list.requests.ts";

/** The most operations that one search adds: the log reloads everything that it has loaded each minute. */
const MAX_SEARCHED = 10_000;

/** The loaded part of the log. */
export interface LoadedLog {
  readonly loaded: ShallowRef<NewestOperations | undefined>;
  readonly queryOf: (signal: AbortSignal) => LogQuery;
  /** Whether there are more than are loaded, and they may be loaded. */
  readonly hasMore: () => boolean;
  /** How many of those that are loaded are shown. */
  readonly countShown: () => number;
  /** Whether a status filter is set: the station lists operations of every status. */
  readonly hasStatus: () => boolean;
  /** Called before a page is requested, so that no other request replaces the list in the meantime. */
  readonly onLoading: () => void;
}

export interface LogSearch {
  /** Whether pages are being loaded until enough operations have the requested status. */
  readonly isSearching: Readonly<Ref<boolean>>;
  readonly isLoading: () => boolean;
  /** Loads the next page; with a status filter, as many as it takes to show one more page, up to a limit. */
  readonly loadMore: () => Promise<void>;
  /** Starts a search if few of the loaded operations have the status: those that have it may be older. */
  readonly search: () => void;
  readonly stop: () => void;
}

/** Loads older operations of the log. */
export function useLogSearch({ loaded, queryOf, hasMore, countShown, hasStatus, onLoading }: LoadedLog): LogSearch {
  const toasts = useToasts();
  const isSearching = ref(false);
  let loading: AbortController | undefined;

  function stop(): void {
    loading?.abort();
    loading = undefined;
    isSearching.value = false;
  }

  /** Whether the next page could be loaded; a failure is shown. */
  async function addPage(limit: number, signal: AbortSignal): Promise<boolean> {
    onLoading();
    const answer = await listPage(queryOf(signal), { limit, offset: loaded.value?.listed.length ?? 0 });
    if (answer.kind === "cancelled" || signal.aborted || !loaded.value) return false;
    if (answer.kind === "ok") {
      const listed = joinPages(loaded.value.listed, answer.value);
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
