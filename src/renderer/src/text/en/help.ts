/** Sentences about the guide in the console. */
export const help = {
  title: "Operator's guide",
  text: "It opens at the page where you are. Documents that it names beside itself come with the program.",
} as const;
