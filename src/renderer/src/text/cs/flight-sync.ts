export const flightSync = {
  label: "Synchronizace: {state}",
  only_here: "Jen zde",
  sending: "Odesílá se",
  sendingPercent: "Odesílá se {percent}\u00a0%",
  to_process: "Je tam, čeká na zpracování",
  there: "Je tam",
  differs: "Liší se",
  differsPercent: "{percent}\u00a0% je tam",
  needs_you: "Potřebuje vás",
  at_some: "U {there} z {all} protějšků",
};
