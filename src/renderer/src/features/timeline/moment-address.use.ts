import { onScopeDispose, watch } from "vue";
import { useQueryText } from "../../ui/query-text.ts";
import { parseMoment } from "./replay-time.ts";

/** Browsers limit how often a page may write its address. */
const DEBOUNCE_MS = 500;
const PLAYING_MS = 5_000;

/** The moment in the address, so that a link shows it; undefined stands for the present. */
export function useMomentAddress(options: {
  readonly current: () => number | undefined;
  /** Called with a moment from a link or a typed address. */
  readonly onTyped: (momentMs: number | undefined) => void;
}): { write(isPlaying: boolean): void; clear(): void } {
  const moment = useQueryText("moment", "");
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Ignores moments that this page has written to the address itself.
  let written = "";

  function writeNow(): void {
    timer = undefined;
    const momentMs = options.current();
    if (momentMs === undefined) return;
    written = new Date(momentMs).toISOString();
    moment.value = written;
  }

  watch(
    moment,
    (text) => {
      if (text === written) return;
      written = text;
      options.onTyped(parseMoment(text));
    },
    { immediate: true },
  );
  onScopeDispose(() => clearTimeout(timer));
  return {
    write(isPlaying) {
      timer ??= setTimeout(writeNow, isPlaying ? PLAYING_MS : DEBOUNCE_MS);
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      written = "";
      moment.value = "";
    },
  };
}
