import type { Language } from "../../../text/languages.ts";
import { currentLanguage } from "../text/language.ts";
import { cityName } from "./city-names.ts";
import type { CountryLabel, Town } from "./world.names.ts";

const regions = new Map<Language, Intl.DisplayNames>();

/** The country in the language that is shown, as the browser knows it; in English as the map has it, which may be shorter. */
export function countryName({ name, code }: Pick<CountryLabel, "name" | "code">): string {
  const language = currentLanguage();
  if (language === "en" || code === "") return name;
  const known = regions.get(language) ?? new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  regions.set(language, known);
  return known.of(code) ?? name;
}

export function townName(town: Pick<Town, "name" | "population">): string {
  return cityName(town, currentLanguage()) ?? town.name;
}
