// Runs before anything is painted, so that a window in red or night mode never flashes in white. The preferences of the
// console take over as soon as it has loaded.
try {
  const choice = localStorage.getItem("fieldstation.mode");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const isChosen = choice === "day" || choice === "night" || choice === "red";
  document.documentElement.dataset.mode = isChosen ? choice : prefersDark ? "night" : "day";
} catch {
  // Without storage the console starts as the system is.
}
