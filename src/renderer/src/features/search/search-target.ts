import type { RouteLocationRaw } from "vue-router";
import type { FoundObject } from "./find.rules.ts";

/** The page that shows what was found. Aircraft have no page of their own: the list is searched for the name. */
export function targetOf({ kind, id, name }: FoundObject): RouteLocationRaw {
  switch (kind) {
    case "aircraft":
      return { name: "aircraft", query: { text: name } };
    case "device":
      return { name: "device", params: { id } };
    case "flight":
      return { name: "flight", params: { id } };
    case "zone":
      return { name: "live", query: { zone: id } };
  }
}
