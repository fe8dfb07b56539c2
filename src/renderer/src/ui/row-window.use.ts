import { useElementSize } from "@vueuse/core";
import { computed, type ComputedRef, nextTick, onMounted, type Ref, shallowRef, watch } from "vue";
import { BLOCK_ROWS, type RowWindow, rowWindowAt } from "./row-window.ts";

/**
 * Renders only the rows of a long list that are visible or near it. Rows may differ in height: they are measured while
 * they are rendered. `scroller` scrolls, `body` has the rows as its children.
 */
export function useRowWindow(
  rows: () => number,
  {
    scroller,
    body,
    rowPx,
  }: { scroller: Readonly<Ref<HTMLElement | null>>; body: Readonly<Ref<HTMLElement | null>>; rowPx: number },
): { readonly shown: ComputedRef<RowWindow>; readonly follow: () => void } {
  const { height, width } = useElementSize(scroller);
  const scrollTop = shallowRef(0);
  const measuredPx = shallowRef<ReadonlyMap<number, number>>(new Map());
  const shown = computed<RowWindow>((before) => {
    const viewPx = height.value || window.innerHeight;
    const next = rowWindowAt({
      rows: rows(),
      measuredPx: measuredPx.value,
      rowPx,
      scrollTop: scrollTop.value,
      viewPx,
    });
    // The same object, so that scrolling within it renders nothing.
    return before && isSameWindow(before, next) ? before : next;
  });

  /** Heights that were measured at another width are no longer valid. A list that is hidden has no width. */
  let measuredAtPx = 0;
  watch(width, (px) => {
    if (px === 0 || px === measuredAtPx) return;
    measuredAtPx = px;
    measuredPx.value = new Map();
  });
  watch(shown, () => void nextTick(measure), { flush: "post" });
  onMounted(measure);

  function measure(): void {
    const { first, end } = shown.value;
    const elements = body.value?.children;
    if (!elements || elements.length !== end - first) return;
    const known = measuredPx.value;
    const changed: [block: number, px: number][] = [];
    for (let index = first; index < end; index += BLOCK_ROWS) {
      const top = elements[index - first];
      const bottom = elements[Math.min(end, index + BLOCK_ROWS) - 1 - first];
      if (!top || !bottom) continue;
      const px = bottom.getBoundingClientRect().bottom - top.getBoundingClientRect().top;
      const block = index / BLOCK_ROWS;
      if (px > 0 && Math.abs((known.get(block) ?? 0) - px) >= 0.5) changed.push([block, px]);
    }
    if (changed.length > 0) measuredPx.value = new Map([...known, ...changed]);
  }

  return {
    shown,
    follow: () => {
      scrollTop.value = scroller.value?.scrollTop ?? 0;
    },
  };
}

function isSameWindow(one: RowWindow, other: RowWindow): boolean {
  const isSameRows = one.first === other.first && one.end === other.end;
  return isSameRows && one.abovePx === other.abovePx && one.belowPx === other.belowPx;
}
