export const help = {
  open: "Nápověda",
  title: "Příručka obsluhy",
  text: "Otevře se tam, kde popisuje stránku, na které jste. Dokumenty, na které odkazuje, se dodávají s programem.",
};
