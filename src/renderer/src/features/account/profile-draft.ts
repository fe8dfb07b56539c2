import type { z } from "zod";
import type { User, UserUpdate } from "../../../../../server/contracts/users.ts";

/** What the form holds; an empty text means that nothing is given. */
export interface ProfileDraft {
  email: string;
  fullName: string;
  phone: string;
  operatorId: string;
  licence: string;
  country: string;
  aircraft: string;
}

export function draftOf(user: User): ProfileDraft {
  return {
    email: user.email,
    fullName: user.full_name ?? "",
    phone: user.phone_number ?? "",
    operatorId: user.uas_operator_id ?? "",
    licence: user.pilot_license_id ?? "",
    country: user.country ?? "",
    aircraft: user.default_aircraft?.id ?? "",
  };
}

/** What the draft changes of the account, and nothing else: what another window has changed stays. */
export function changesOf(draft: ProfileDraft, user: User): z.input<typeof UserUpdate> {
  const before = draftOf(user);
  const isChanged = (field: keyof ProfileDraft) => draft[field].trim() !== before[field];
  const text = (field: keyof ProfileDraft) => draft[field].trim() || null;
  return {
    ...(isChanged("email") ? { email: draft.email.trim() } : {}),
    ...(isChanged("fullName") ? { full_name: text("fullName") } : {}),
    ...(isChanged("phone") ? { phone_number: text("phone") } : {}),
    ...(isChanged("operatorId") ? { uas_operator_id: text("operatorId") } : {}),
    ...(isChanged("licence") ? { pilot_license_id: text("licence") } : {}),
    // The contract's list of countries is the one the draft was chosen from.
    ...(isChanged("country") ? { country: text("country") as z.input<typeof UserUpdate>["country"] } : {}),
    ...(isChanged("aircraft") ? { default_aircraft: text("aircraft") } : {}),
  };
}
