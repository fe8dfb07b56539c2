/** A zone of OpenAir over a place where nothing flies. */
export const RIVER = `AC R
AN River reserve
AL GND
AH FL65
DP 50:00:00 N 014:00:00 E
DP 50:00:00 N 014:12:00 E
DP 50:12:00 N 014:12:00 E
DP 50:12:00 N 014:00:00 E
`;
