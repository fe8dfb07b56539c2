export const drafts = {
  restored: "Toto jste napsali dříve. Zatím to není uloženo.",
  discard: "Začít znovu",
};
