import { watch } from "vue";
import { pageWork } from "../api/page-work.ts";
import { desktop, isDesktop } from "../desktop/desktop-bridge.ts";

/** Has the desktop, or the browser, ask before the page is left while exports, uploads or imports run in it. */
export function useAskBeforeLeaving(): void {
  watch(
    pageWork,
    (count) => {
      // In the desktop this event would keep the window open without a message; the main process shows its own dialog.
      if (isDesktop) return void desktop.work.set(count);
      if (count > 0) addEventListener("beforeunload", askFirst);
      else removeEventListener("beforeunload", askFirst);
    },
    { immediate: true },
  );
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
