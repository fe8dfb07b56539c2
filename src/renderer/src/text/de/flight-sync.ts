export const flightSync = {
  label: "Synchronisierung: {state}",
  only_here: "Nur hier",
  sending: "Wird gesendet",
  sendingPercent: "Zu {percent}\u00a0% gesendet",
  to_process: "Dort, noch zu verarbeiten",
  there: "Dort",
  differs: "Verschieden",
  differsPercent: "{percent}\u00a0% dort",
  needs_you: "Braucht Sie",
  at_some: "Bei {there} von {all} Gegenstellen",
};
