import { failure } from "../../kernel/failure.ts";
export const notFound = () => failure(404, "not_found", "id: there is no such device, or you may not see it.");
