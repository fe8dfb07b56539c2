/** A personal access token is valid for this long at most. */
export const MAX_PAT_VALIDITY_DAYS = 90;
