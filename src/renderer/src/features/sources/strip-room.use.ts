import { useElementSize } from "@vueuse/core";
import { nextTick, type Ref, shallowRef, watch } from "vue";
import { fitSources, type StripRoom } from "./strip-room.ts";

/** Measures how many items of `list` fit into `box`, again whenever `items` or the width changes. */
export function useStripRoom(
  box: Ref<HTMLElement | null>,
  list: Ref<HTMLElement | null>,
  items: () => unknown,
): Readonly<Ref<StripRoom>> {
  const room = shallowRef<StripRoom>({ count: 0, widthPx: 0 });
  const { width } = useElementSize(box);

  async function measure(): Promise<void> {
    await nextTick();
    // Rounded up: a part of a pixel would cut the last letter.
    const widths = [...(list.value?.children ?? [])].map((item) => Math.ceil(item.getBoundingClientRect().width));
    room.value = fitSources(widths, width.value);
  }
  watch([items, width], measure, { immediate: true });
  return room;
}
