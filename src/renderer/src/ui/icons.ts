/** Strokes on a 24 × 24 grid, 1.8 wide, round. One path each, drawn by IconMark. */
export const icons = {
  live: "M12 12v8 M12 12a1.6 1.6 0 1 0-.01 0 M8.2 15.8a5.5 5.5 0 0 1 0-7.6 M15.8 8.2a5.5 5.5 0 0 1 0 7.6 M5.3 18.7a9.6 9.6 0 0 1 0-13.4 M18.7 5.3a9.6 9.6 0 0 1 0 13.4",
  log: "M4 6h16 M4 12h16 M4 18h10",
  sources: "M4 8h16v8H4z M8 12h.01 M12 12h4 M8 16v3 M16 16v3 M8 8V5 M16 8V5",
  settings:
    "M4 7h9 M17 7h3 M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z M4 17h3 M11 17h9 M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M12 3v2 M12 19v2 M3 12h2 M19 12h2 M5.6 5.6l1.4 1.4 M17 17l1.4 1.4 M5.6 18.4L7 17 M17 7l1.4-1.4",
  moon: "M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z M15.5 15.5L20 20",
  close: "M6 6l12 12 M18 6L6 18",
  plus: "M12 5v14 M5 12h14",
  minus: "M5 12h14",
  download: "M12 4v11 M7.5 11L12 15.5 16.5 11 M5 19.5h14",
  copy: "M9 9h10v11H9z M5 15V4h10",
  check: "M5 12.5l4.5 4.5L19 7.5",
  target: "M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z M12 3v4 M12 17v4 M3 12h4 M17 12h4",
  follow: "M12 3l7 17-7-4-7 4z",
  fit: "M4 9V4h5 M20 9V4h-5 M4 15v5h5 M20 15v5h-5",
  warning: "M12 4L2.8 19.5h18.4z M12 10v4.5 M12 17v.01",
  trash: "M5 7h14 M10 7V4.5h4V7 M7 7l1 13h8l1-13 M10.5 11v5.5 M13.5 11v5.5",
  file: "M6 3h8l4 4v14H6z M14 3v4h4",
  plug: "M9 3v5 M15 3v5 M6 8h12v3a6 6 0 0 1-12 0z M12 17v4",
  network: "M12 4v6 M6 20v-4h12v4 M12 10v6 M4 20h4 M16 20h4 M10 4h4",
  push: "M12 20V9 M7.5 13L12 8.5 16.5 13 M5 4.5h14",
  play: "M8 5l11 7-11 7z",
  person: "M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M5 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5",
  drone: "M12 3l6.5 17L12 16l-6.5 4z",
  chevron: "M9 6l6 6-6 6",
  refresh: "M19 6v5h-5 M5 18v-5h5 M6.5 9a7 7 0 0 1 12-1.5L19 11 M17.5 15a7 7 0 0 1-12 1.5L5 13",
} as const;

export type IconName = keyof typeof icons;
