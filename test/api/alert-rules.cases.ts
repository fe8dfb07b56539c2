/** Rules that cannot be judged, with the message of the refusal. */
export const REFUSED_RULES: readonly (readonly [rule: object, message: RegExp])[] = [
  [{}, /^kind: is required$/],
  [{ kind: "nearby" }, /^kind: must be one of `area_entered`, .*`traffic_near`$/],
  [{ kind: "height_above", metres: 120 }, /^reference: is required$/],
  [{ kind: "traffic_near", vertical_m: 300 }, /horizontal_m/],
  [
    { kind: "near", to: { latitude: 50, longitude: 14 }, horizontal_m: 100, vertical_m: 50 },
    /vertical_m: a place has no height/,
  ],
  [{ kind: "area_entered" }, /region: draw the area/],
  [{ kind: "area_entered", zone_id: "00000000-0000-4000-8000-00000000abcd" }, /zone_id: there is no such zone/],
];
