export { pause } from "../kernel/pause.ts";
