import { describe, expect, it } from "vitest";
import { emailProblem } from "./email-address.ts";

describe("an e-mail address", () => {
  it("has a name, an at sign and a domain", () => {
    expect(emailProblem("  ")).toBe("emailMissing");
    expect(emailProblem("alice")).toBe("emailWrong");
    expect(emailProblem("alice@station")).toBe("emailWrong");
    expect(emailProblem(" alice@station.example ")).toBeUndefined();
  });
});
