export const drafts = {
  restored: "Das hatten Sie zuvor eingegeben. Es ist noch nicht gespeichert.",
  discard: "Neu beginnen",
};
