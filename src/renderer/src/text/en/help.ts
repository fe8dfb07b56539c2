/** Sentences about the guide in the console. */
export const help = {
  open: "Help",
  title: "Operator's guide",
  text: "The guide opens at the topic of the current page. Other documents that it names come with the program.",
} as const;
