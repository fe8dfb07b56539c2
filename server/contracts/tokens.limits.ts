/** A personal access token is good for this long at most. */
export const MAX_PAT_VALIDITY_DAYS = 90;
