/** How many points a full segment has, and below how many one is joined with those beside it. */
export type SegmentSizes = { readonly full: number; readonly few: number };

export const SEGMENT_SIZES: SegmentSizes = { full: 256, few: 64 };
