/** A personal access token is good for this long at most. */
export const PAT_LONGEST_VALIDITY_DAYS = 90;
