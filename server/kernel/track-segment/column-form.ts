/** The first byte of a column of numbers: two bits of what is packed, and what else there is. */
export const VALUES = 0;
export const DELTAS = 1;
export const SECOND_DELTAS = 2;
/** Numbers that are too large for differences, eight bytes each (IEEE 754). */
export const DOUBLES = 3;
export const MODE_BITS = 3;
export const HAS_NULLS = 4;
export const HAS_REFERENCE = 8;
export const HAS_EXCEPTIONS = 16;
