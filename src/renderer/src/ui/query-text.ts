import { computed, type WritableComputedRef } from "vue";
import { useRoute, useRouter } from "vue-router";

/** One word of the address, so that a filtered picture can be kept and sent. Absent means the fallback. */
export function useQueryText<T extends string = string>(name: string, fallback: NoInfer<T>): WritableComputedRef<T> {
  const route = useRoute();
  const router = useRouter();
  return computed({
    get: () => {
      const value = route.query[name];
      return (typeof value === "string" && value !== "" ? value : fallback) as T;
    },
    set: (value) => {
      const { [name]: _replaced, ...others } = router.currentRoute.value.query;
      void router.replace({ query: value === fallback || value === "" ? others : { ...others, [name]: value } });
    },
  });
}
