/** Sentences that sources and outputs share. */
export const connections = {
  switchOn: "{name}: on or off",
  edit: "Edit {name}",
  remove: "Remove {name}",
  removed: "{name} was removed.",
  added: "{name} was added.",
  saved: "{name} was changed.",
  ago: "{age} ago",
  never: "never",
  username: "User name",
  password: "Password",
};
