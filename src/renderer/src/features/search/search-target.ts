import type { RouteLocationRaw } from "vue-router";
import { queryOfEntry } from "../../ui/shown-entry.use.ts";
import type { SettingsSectionName } from "../settings/settings-sections.ts";
import type { FoundObject } from "./find.rules.ts";

/** The page of a search result. Aircraft have no page of their own: their list is opened and searched for the name. */
export function searchTargetOf(found: FoundObject): RouteLocationRaw {
  const { id, name } = found;
  switch (found.kind) {
    case "aircraft":
      return { name: "aircraft", query: { text: name } };
    case "device":
      return { name: "device", params: { id } };
    case "flight":
      return { name: "flight", params: { id } };
    case "zone":
      return { name: "live", query: { zone: id } };
    case "source":
      return { name: "sources", query: queryOfEntry(id) };
    case "output":
      return { name: "outputs", query: queryOfEntry(id) };
    case "rule":
      return found.mayChange ? { name: "alert-rule", params: { id } } : { name: "alerts" };
    case "map":
      return { name: "settings", query: queryOfEntry("map-sets" satisfies SettingsSectionName) };
    case "settings":
      return { name: "settings", query: queryOfEntry(id) };
  }
}
