import { z } from "zod";

/** A single error of the airspace API (`/v2`). */
export const ErrorDetail = z
  .object({
    detail: z
      .object({
        type: z.string().describe("Short code of the error, for example `invalid_operation_id`."),
        loc: z
          .array(z.string())
          .describe("Location of the invalid input: `query`, `path`, `body` or `header`, then the name."),
        msg: z.string().describe("A sentence to show to the user."),
        input: z.unknown().describe("The rejected value."),
      })
      .describe("What was wrong."),
  })
  .meta({ id: "ErrorDetail", description: "A single error." });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** Failed validation of a `/v2` request: one entry per offending parameter. */
export const ErrorDetailList = z
  .object({
    detail: z
      .array(
        z.object({
          loc: z.array(z.string()).describe("Location of the invalid input."),
          msg: z.string().describe("What was wrong with it."),
          type: z.string().describe("Short code of the error."),
        }),
      )
      .describe("One entry per offending parameter."),
  })
  .meta({ id: "ErrorDetailList", description: "Failed validation of a request." });
export type ErrorDetailList = z.infer<typeof ErrorDetailList>;

/** An error of the account API (`/v1`) and of the station's own paths (`/station/v1`). */
export const ErrorMessages = z
  .object({
    error: z.string().describe("Short code of the error, for example `validation_error`."),
    messages: z
      .array(z.string())
      .describe("Sentences to show to the user, each prefixed with its field where there is one."),
  })
  .meta({ id: "ErrorMessages", description: "An error with its messages." });
export type ErrorMessages = z.infer<typeof ErrorMessages>;

/** Missing or invalid credentials. Never tells which part was wrong. */
export const Unauthenticated = z
  .object({
    type: z.literal("unauthenticated").describe("Always `unauthenticated`."),
    msg: z.string().describe("A sentence to show to the user."),
    loc: z.array(z.string()).describe("Always `header`, `Authorization`."),
    input: z.literal("omitted").describe("Always `omitted`: credentials are never echoed."),
  })
  .meta({ id: "Unauthenticated", description: "Missing or invalid credentials." });
export type Unauthenticated = z.infer<typeof Unauthenticated>;
