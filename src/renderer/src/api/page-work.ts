import { readonly, ref } from "vue";

const count = ref(0);

/** How many exports, uploads and imports run in this page; they end with it. */
export const pageWork = readonly(count);

/** Counts the work while it runs. */
export async function countedWork<T>(work: Promise<T>): Promise<T> {
  count.value += 1;
  try {
    return await work;
  } finally {
    count.value -= 1;
  }
}
