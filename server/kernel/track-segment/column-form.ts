/** The first byte of a column of numbers: two bits for the packed form, and a flag for each optional section. */
export const VALUES = 0;
export const DELTAS = 1;
export const SECOND_DELTAS = 2;
/** Numbers that are too large for differences, eight bytes each (IEEE 754). */
export const DOUBLES = 3;
export const MODE_BITS = 3;
export const HAS_NULLS = 4;
export const HAS_REFERENCE = 8;
export const HAS_EXCEPTIONS = 16;
