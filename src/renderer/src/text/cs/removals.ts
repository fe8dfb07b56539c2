export const removals = {
  soon: "{name}: odstraní se, až tato zpráva zmizí.",
  unpairedSoon: "{name}: spárování se zruší, až tato zpráva zmizí.",
  undo: "Vrátit zpět",
  lost: "Neodstraněno: {name}. Konzole byla zavřena dřív.",
  unpairingLost: "Spárování nezrušeno: {name}. Konzole byla zavřena dřív.",
};
