import { COUNTRY_CODES } from "../../../../../server/contracts/countries.ts";

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Every country of the contract by its name in a language, sorted as that language sorts. */
export function countriesIn(language: string): readonly Country[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) =>
    a.name.localeCompare(b.name, language),
  );
}
