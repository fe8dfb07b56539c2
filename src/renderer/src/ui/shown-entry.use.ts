import { nextTick, onMounted, watch } from "vue";
import { useQueryText } from "./query-text.ts";

/** The query with which an address leads to one entry of a page that lists several. */
export const queryOfEntry = (name: string) => ({ show: name });

/**
 * Scrolls to the entry that the address names, as soon as the page has its entries, and moves the focus to it, so that
 * the keyboard continues there.
 */
export function useShownEntry(page: {
  /** Whether the entries are loaded; an entry that is missing then does not exist. */
  readonly isLoaded?: () => boolean;
  /** Called before, for what may hide the entry. */
  readonly prepare?: () => void;
  readonly elementOf: (name: string) => HTMLElement | null | undefined;
}): void {
  const { isLoaded = () => true, prepare, elementOf } = page;
  const named = useQueryText("show", "");

  async function show(): Promise<void> {
    const name = named.value;
    if (name === "" || !isLoaded()) return;
    // Only once: a later reload does not scroll there again.
    named.value = "";
    prepare?.();
    await nextTick();
    // A closing dialog returns the focus in its own task, which was queued before this one.
    setTimeout(() => {
      const element = elementOf(name);
      if (!element) return;
      element.scrollIntoView({ block: "start" });
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    });
  }

  onMounted(show);
  watch([named, isLoaded], show, { flush: "post" });
}
