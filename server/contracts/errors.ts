import { z } from "zod";

/** A single error of the airspace API (`/v2`). */
export const ErrorDetail = z
  .object({
    detail: z
      .object({
        type: z.string().describe("Short code of the error, for example `invalid_operation_id`."),
        loc: z
          .array(z.string())
          .describe("Where the input was wrong: `query`, `path`, `body` or `header`, then the name."),
        msg: z.string().describe("One sentence for a person."),
        input: z.unknown().describe("The value that was refused."),
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
          loc: z.array(z.string()).describe("Where the input was wrong."),
          msg: z.string().describe("What was wrong with it."),
          type: z.string().describe("Short code of the error."),
        }),
      )
      .describe("One entry per offending parameter."),
  })
  .meta({ id: "ErrorDetailList", description: "Failed validation of a request." });
export type ErrorDetailList = z.infer<typeof ErrorDetailList>;

/** Failures of the account API (`/v1`) and of the station's own paths. */
export const ErrorMessages = z
  .object({
    error: z.string().describe("Short code of the failure, for example `validation_error`."),
    messages: z.array(z.string()).describe("Sentences for a person, each naming its field where there is one."),
  })
  .meta({ id: "ErrorMessages", description: "A failure with its messages." });
export type ErrorMessages = z.infer<typeof ErrorMessages>;

/** Missing or unusable credentials. Never says which part was wrong. */
export const Unauthenticated = z
  .object({
    type: z.literal("unauthenticated").describe("Always `unauthenticated`."),
    msg: z.string().describe("One sentence for a person."),
    loc: z.array(z.string()).describe("Always `header`, `Authorization`."),
    input: z.literal("omitted").describe("Credentials are never echoed."),
  })
  .meta({ id: "Unauthenticated", description: "Missing or unusable credentials." });
export type Unauthenticated = z.infer<typeof Unauthenticated>;
