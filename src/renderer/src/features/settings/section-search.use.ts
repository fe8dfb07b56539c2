import { type Ref, ref, watch } from "vue";
import { includesAllWords } from "../../ui/word-search.ts";

/** Shows only the sections of a page that contain the words of a search; all of them if it is empty. */
export function useSectionSearch(container: Readonly<Ref<HTMLElement | null>>) {
  const text = ref("");
  const shown = ref<number>();

  watch(text, (typed) => {
    const sections = [...(container.value?.children ?? [])].filter((one) => one instanceof HTMLElement);
    for (const section of sections) section.hidden = !includesAllWords(section.textContent, typed.trim());
    shown.value = sections.filter(({ hidden }) => !hidden).length;
  });
  return { text, shown };
}
