import { onMounted, shallowRef, watch } from "vue";

/** An action that a person has requested and only one page can do. */
export type PageRequest = "import" | "replay" | "backToLive" | "measure" | "fit" | "export" | PanelRequest;

/** One that every page with panels around a map takes, as far as it has them. */
export type PanelRequest =
  | "moveList"
  | "moveCard"
  | "moveTimeline"
  | "foldList"
  | "foldCard"
  | "foldTimeline"
  | "usualLayout";

const asked = shallowRef<PageRequest>();

/** Sends a request to the page that is open, or to the one that is opened next. */
export function requestOfPage(request: PageRequest): void {
  asked.value = request;
}

/** Handles the requests for a page until it is unmounted. */
export function usePageRequests(handlers: Partial<Readonly<Record<PageRequest, () => void>>>): void {
  function take(): void {
    const run = asked.value && handlers[asked.value];
    if (!run) return;
    asked.value = undefined;
    run();
  }
  onMounted(take);
  watch(asked, take, { flush: "post" });
}
