export const help = {
  open: "Hilfe",
  title: "Betriebshandbuch",
  text: "Es öffnet sich dort, wo es Ihre Seite beschreibt. Andere Dokumente, die es nennt, liegen dem Programm bei.",
};
