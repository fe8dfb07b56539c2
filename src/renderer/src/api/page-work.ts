import { readonly, ref } from "vue";

const count = ref(0);

/** The number of exports, uploads and imports that run in this page; closing the page aborts them. */
export const pageWork = readonly(count);

/** Runs the work and counts it while it runs. */
export async function countedWork<T>(work: Promise<T>): Promise<T> {
  count.value += 1;
  try {
    return await work;
  } finally {
    count.value -= 1;
  }
}
