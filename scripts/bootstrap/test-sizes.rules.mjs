/**
 * The sizes of the tests that can be run alone, each with what Vitest calls it.
 * @type {ReadonlyMap<string, string>}
 */
const sizes = new Map([
  ["--unit", "unit"],
  ["--integration", "integration"],
  ["--browser", "e2e"],
]);

/**
 * What of the arguments of `npm test` goes on to Vitest: a size becomes its project, everything else stays as it is.
 * @param {readonly string[]} args
 * @returns {readonly string[]}
 */
export function vitestArguments(args) {
  return args.flatMap((arg) => {
    const project = sizes.get(arg);
    return project === undefined ? [arg] : ["--project", project];
  });
}

/**
 * Whether unit tests alone were asked for: they need neither the built app nor the programs of others.
 * @param {readonly string[]} args
 */
export function isUnitOnly(args) {
  return args.includes("--unit") && !args.includes("--integration") && !args.includes("--browser");
}
