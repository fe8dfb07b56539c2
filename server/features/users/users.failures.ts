import { failure } from "../../kernel/failure.ts";
export const emailTaken = () => failure(400, "email_taken", "email: an account with this address already exists.");
