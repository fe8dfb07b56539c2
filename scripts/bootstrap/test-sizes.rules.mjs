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
 * The arguments of Vitest for those of `npm test`: a size becomes its project, the others are passed unchanged.
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
 * Whether only unit tests were requested: they need neither the built app nor other programs.
 * @param {readonly string[]} args
 */
export function isUnitOnly(args) {
  return args.includes("--unit") && !args.includes("--integration") && !args.includes("--browser");
}
