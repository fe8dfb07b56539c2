/** Names that the language itself reads of objects, and that are not a use of a member. */
const languageNames: readonly string[] = ["then", "toJSON", "constructor"];

/**
 * Wraps a part of the stand-in so that reading a missing member throws instead of returning `undefined`. Members that
 * begin with an underscore are the stand-in's own.
 */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, member) {
      if (typeof member === "string" && !(member in target) && !languageNames.includes(member)) {
        throw new Error(`the stand-in for electron has no ${name}.${member}`);
      }
      const value: unknown = Reflect.get(target, member, target);
      // Bound, because private fields are not reached through a proxy.
      return typeof value === "function" && member !== "constructor" ? value.bind(target) : value;
    },
    set: (target, member, value) => Reflect.set(target, member, value, target),
  });
}
