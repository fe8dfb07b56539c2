/** States whose operators have a number as of Regulation (EU) 2019/947: members of the EU and those that apply it. */
const STATES: Readonly<Record<string, string>> = {
  AUT: "AT",
  BEL: "BE",
  BGR: "BG",
  CHE: "CH",
  CYP: "CY",
  CZE: "CZ",
  DEU: "DE",
  DNK: "DK",
  ESP: "ES",
  EST: "EE",
  FIN: "FI",
  FRA: "FR",
  GRC: "GR",
  HRV: "HR",
  HUN: "HU",
  IRL: "IE",
  ISL: "IS",
  ITA: "IT",
  LIE: "LI",
  LTU: "LT",
  LUX: "LU",
  LVA: "LV",
  MLT: "MT",
  NLD: "NL",
  NOR: "NO",
  POL: "PL",
  PRT: "PT",
  ROU: "RO",
  SVK: "SK",
  SVN: "SI",
  SWE: "SE",
};

/** State (ISO 3166-1 alpha-3), twelve characters, a check character that includes three secret ones (EN 4709-002). */
const EUROPEAN = /^([A-Z]{3})[0-9a-z]{13}$/i;

/**
 * The state of registration in an operator number, as ISO 3166-1 alpha-2; undefined if the number has not the European
 * format. Only that state knows whether the number was issued.
 */
export function stateOfOperator(operatorId: string): string | undefined {
  const [, state = ""] = EUROPEAN.exec(operatorId) ?? [];
  return STATES[state.toUpperCase()];
}
