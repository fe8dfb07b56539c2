import type { z } from "zod";
import type { User, UserUpdate } from "../../../../../server/contracts/users.ts";

/** The fields of the form; an empty text means that nothing is given. */
export interface ProfileDraft {
  email: string;
  fullName: string;
  phone: string;
  operatorId: string;
  licence: string;
  country: string;
  aircraft: string;
}

export function profileDraftOf(user: User): ProfileDraft {
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

/** Only the fields that differ from the account, so that changes of another window are kept. */
export function profileChangesOf(draft: ProfileDraft, user: User): z.input<typeof UserUpdate> {
  const before = profileDraftOf(user);
  const isChanged = (field: keyof ProfileDraft) => draft[field].trim() !== before[field];
  const text = (field: keyof ProfileDraft) => draft[field].trim() || null;
  return {
    ...(isChanged("email") ? { email: draft.email.trim() } : {}),
    ...(isChanged("fullName") ? { full_name: text("fullName") } : {}),
    ...(isChanged("phone") ? { phone_number: text("phone") } : {}),
    ...(isChanged("operatorId") ? { uas_operator_id: text("operatorId") } : {}),
    ...(isChanged("licence") ? { pilot_license_id: text("licence") } : {}),
    // The draft's country was chosen from the contract's list.
    ...(isChanged("country") ? { country: text("country") as z.input<typeof UserUpdate>["country"] } : {}),
    ...(isChanged("aircraft") ? { default_aircraft: text("aircraft") } : {}),
  };
}
