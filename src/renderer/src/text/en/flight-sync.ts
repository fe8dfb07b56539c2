/** What a flight shows of its synchronisation; part of `sync.ts`. */
export const flightSync = {
  label: "Synchronisation: {state}",
  only_here: "Only here",
  sending: "Sending",
  sendingPercent: "Sending {percent} %",
  to_process: "There, to be processed",
  there: "There",
  differs: "Differs",
  differsPercent: "{percent} % there",
  needs_you: "Needs you",
  at_some: "At {there} of {all} peers",
} as const;
