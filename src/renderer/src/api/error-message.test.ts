import { describe, expect, it } from "vitest";
import { errorMessageOf } from "./error-message.ts";

describe("the message of an error", () => {
  it("has the path of each field in front, whichever API it is of", () => {
    const messages = ["settings.port: must be at most 65535", "name: is required"];
    const detail = [
      { loc: ["body", "settings", "port"], msg: "must be at most 65535", type: "too_large" },
      { loc: ["body", "name"], msg: "is required", type: "missing" },
    ];
    expect(errorMessageOf(JSON.stringify({ error: "validation_error", messages }), 400)).toBe(messages.join("\n"));
    expect(errorMessageOf(JSON.stringify({ detail }), 422)).toBe(messages.join("\n"));
  });

  it("is the status where the body is none of an API", () => {
    expect(errorMessageOf("<html>", 502)).toBe("HTTP 502");
  });
});
