import { onMounted, shallowRef, watch } from "vue";

/** What a person asked for that only one page can do. */
export type PageRequest = "import" | "replay" | "backToLive" | "measure" | "fit" | "export";

const asked = shallowRef<PageRequest>();

/** Asks the page that is open, or the one that is opened next. */
export function requestOfPage(request: PageRequest): void {
  asked.value = request;
}

/** Does what was asked for, for as long as the page lives. */
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
