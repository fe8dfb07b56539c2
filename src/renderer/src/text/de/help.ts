export const help = {
  title: "Betriebshandbuch",
  text: "Es öffnet sich dort, wo es Ihre Seite beschreibt. Andere Dokumente, die es nennt, liegen dem Programm bei.",
};
