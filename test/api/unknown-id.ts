/** A well-formed id that belongs to no record and no account. */
export const UNKNOWN_ID = "4b1d7d63-6d02-4b3e-8a53-6f2f0a2f4f10";
