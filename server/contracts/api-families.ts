/** A part of the API by its path: the shape of its refusals, and whether its paths also work with a trailing slash. */
export type ApiFamily = {
  readonly path: string;
  readonly problems: "details" | "messages";
  readonly allowsTrailingSlash: boolean;
};

/** The first family whose path is a prefix of the request's applies; all other paths report problems as messages. */
const API_FAMILIES: readonly ApiFamily[] = [
  { path: "/v2/pats", problems: "details", allowsTrailingSlash: true },
  { path: "/v2", problems: "details", allowsTrailingSlash: false },
  // Paths of the removed host.
  { path: "/api/v2", problems: "details", allowsTrailingSlash: false },
  { path: "/v1", problems: "messages", allowsTrailingSlash: true },
];

const OTHER_PATHS: ApiFamily = { path: "", problems: "messages", allowsTrailingSlash: false };

/** The family of a path, with or without a query. */
export function familyOf(path: string): ApiFamily {
  return API_FAMILIES.find((family) => isBelow(path, family.path)) ?? OTHER_PATHS;
}

function isBelow(path: string, parent: string): boolean {
  const next = path.charAt(parent.length);
  return path.startsWith(parent) && (next === "" || next === "/" || next === "?");
}
