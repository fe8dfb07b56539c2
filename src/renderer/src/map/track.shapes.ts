import type { AircraftShape } from "../tracks/identity.ts";

/** Outlines of aircraft, nose up, about 24 pixels across, middle at the origin. Made once, drawn thousands of times. */
const arrow = new Path2D("M0 -12 L8.5 9.5 Q0 4.5 -8.5 9.5 Z");
const aeroplane = new Path2D(
  "M0 -13 Q2 -11 2 -7 L2 -3.5 L12.5 3 L12.5 5.5 L2 3 L1.6 8.5 L5 11 L5 12.8 L0 11.5 L-5 12.8 L-5 11 L-1.6 8.5 L-2 3 L-12.5 5.5 L-12.5 3 L-2 -3.5 L-2 -7 Q-2 -11 0 -13 Z",
);
const disc = new Path2D("M0 -7.5 A7.5 7.5 0 1 1 -0.010 -7.5 Z");
const diamond = new Path2D("M0 -9 L9 0 L0 9 L-9 0 Z");

/** The shape for an unknown heading must not seem to point anywhere. */
export function shapeOutline(shape: AircraftShape, hasHeading: boolean): Path2D {
  if (shape === "balloon") return disc;
  if (!hasHeading) return diamond;
  return shape === "aeroplane" ? aeroplane : arrow;
}

/** A person on the ground, 16 pixels across. */
export const operatorOutline = new Path2D("M0 -8 A3.3 3.3 0 1 1 -0.010 -8 Z M-6.5 7.5 Q-6.5 0 0 0 Q6.5 0 6.5 7.5 Z");

/** Where an aircraft took off: a square, as in plans, with an arrow up. 16 pixels across. */
export const takeOffOutline = new Path2D("M-7 -7 H7 V7 H-7 Z M0 -4 L-4 1 H-1.5 V5 H1.5 V1 H4 Z");

/** A warning sign at the corner of an aircraft whose data has warnings. */
export const warningOutline = new Path2D("M0 -5.5 L5.8 4.5 L-5.8 4.5 Z");

/** A receiver: a mast on a triangle. */
export const sensorOutline = new Path2D("M0 -8 L7.5 7 L-7.5 7 Z");
