import type { RouteLocationRaw } from "vue-router";
import type { FoundObject } from "./find.rules.ts";

/** The page of a search result. Aircraft have no page of their own: their list is opened and searched for the name. */
export function searchTargetOf({ kind, id, name }: FoundObject): RouteLocationRaw {
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
