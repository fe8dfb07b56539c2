import { describe, expect, it } from "vitest";
import { User } from "../../../../../server/contracts/users.ts";
import { profileChangesOf, profileDraftOf } from "./profile-draft.ts";

const alice = User.parse({
  id: "5f0f7d62-7a4d-4c6e-9a49-1d6f3f0d9b11",
  email: "alice@station.example",
  is_verified: false,
  full_name: "Alice Pilot",
  phone_number: null,
  uas_operator_id: "CZE1234567890ab",
  pilot_license_id: null,
  country: "CZ",
  registered: "2026-11-20T09:00:00.000Z",
  default_aircraft: null,
  preferences: { default_visibility: "public" },
  flight_hours_this_period: null,
  subscription_plan: null,
  trial_started: null,
  is_administrator: true,
});

describe("the form of a profile", () => {
  it("changes nothing when nothing was typed", () => {
    expect(profileChangesOf(profileDraftOf(alice), alice)).toEqual({});
  });

  it("sends what was typed, without the blanks around it", () => {
    expect(profileChangesOf({ ...profileDraftOf(alice), phone: " +420 123 456 789 ", country: "DE" }, alice)).toEqual({
      phone_number: "+420 123 456 789",
      country: "DE",
    });
  });

  it("clears fields that were emptied", () => {
    expect(profileChangesOf({ ...profileDraftOf(alice), operatorId: " ", country: "" }, alice)).toEqual({
      uas_operator_id: null,
      country: null,
    });
  });
});
