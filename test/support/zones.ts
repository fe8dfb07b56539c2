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

/** A prohibited one around Graz, up to 500 m above sea level. */
export const CASTLE = `AC P
AN Castle hill
AL GND
AH 500M AMSL
DP 47:03:00 N 015:24:00 E
DP 47:03:00 N 015:27:00 E
DP 47:06:00 N 015:27:00 E
DP 47:06:00 N 015:24:00 E
`;
