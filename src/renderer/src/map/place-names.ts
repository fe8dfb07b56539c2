import { currentLanguage, regionName } from "../text/language.ts";
import { cityName } from "./city-names.ts";
import type { CountryLabel, Town } from "./world.names.ts";

/** The country's name in the current language, from the browser; in English from the map, which may be shorter. */
export function countryName({ name, code }: Pick<CountryLabel, "name" | "code">): string {
  return currentLanguage() === "en" || code === "" ? name : (regionName(code) ?? name);
}

export function townName(town: Pick<Town, "name" | "population">): string {
  return cityName(town, currentLanguage()) ?? town.name;
}
