/**
 * English sentences of the station that name fields of the API, by their keys, as operators read them. The station's own
 * are for programs as well; translations are made for operators anyway.
 */
export const ENGLISH_FOR_OPERATORS: Readonly<Record<string, string | undefined>> = {
  "fromStation.refusals.afterFrom": "must be after the start",
  "fromStation.refusals.daysAfterFrom": "must be at most {days} days after the start",
  "fromStation.refusals.notLater": "must not be later than the end",
  "fromStation.refusals.notEncrypted":
    "is not encrypted: everything is readable on the way. Use https, or allow a connection without encryption.",
  "fromStation.refusals.requiredInside": "{field} is required",
  "fromStation.requests.notBeforeFrom": "must not be before the start.",
  "fromStation.requests.bothPlaces": "one aircraft cannot have been at the places of both: they are {metres} m apart.",
  "fromStation.requests.bothSerials": "they were in the air at once with different serial numbers, {one} and {other}.",
  "fromStation.sync.changedBoth": "Changed here and there: {fields}.",
  "fromStation.rules.drawArea": "draw the area, or choose a zone.",
  "fromStation.rules.areaOrZone": "leave it out where a zone is chosen.",
};
