export const removals = {
  soon: "{name}: odstraní se, až tato zpráva zmizí.",
  undo: "Vrátit zpět",
  lost: "Neodstraněno: {name}. Konzole byla zavřena dřív.",
};
