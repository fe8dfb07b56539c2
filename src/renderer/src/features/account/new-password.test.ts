import { describe, expect, it } from "vitest";
import { isWeak, passwordProblem } from "./new-password.ts";

describe("a new password", () => {
  it("is not empty, not too long, and repeated correctly", () => {
    expect(passwordProblem({ password: "", repeat: "" })).toBe("passwordMissing");
    expect(passwordProblem({ password: "a".repeat(129), repeat: "a".repeat(129) })).toBe("passwordLong");
    expect(passwordProblem({ password: "correct horse", repeat: "correct house" })).toBe("repeatDiffers");
    expect(passwordProblem({ password: "correct horse", repeat: "correct horse" })).toBeUndefined();
  });

  it("is weak when it is short, but not while it is empty", () => {
    expect(isWeak("")).toBe(false);
    expect(isWeak("hunter2")).toBe(true);
    expect(isWeak("correct horse")).toBe(false);
  });
});
