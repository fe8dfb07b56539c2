import type { Mode } from "../support/browser.ts";
import { fileOf, type PictureChoice, type PictureSize, type PlannedScreen } from "./picture.plan.ts";

/** A picture, and the findings of a program that a person should look at. */
export interface TakenPicture {
  readonly planned: PlannedScreen;
  readonly mode: Mode;
  readonly size: PictureSize;
  readonly remarks: readonly string[];
}

/** The pictures on one page, to leaf through: a section for each screen, a row for each state. */
export function indexOf({ modes, sizes }: PictureChoice, taken: readonly TakenPicture[]): string {
  const names = [...new Set(taken.map(({ planned }) => planned.screen.name))];
  const sections = names.map((name) => {
    const states = [...new Set(ofName(taken, name).map(({ planned }) => planned.state))];
    const rows = states.flatMap((state) =>
      sizes.map((size) => {
        const row = ofName(taken, name).filter((one) => one.planned.state === state && one.size === size);
        if (row.length === 0) return "";
        return `<h3>${state}, ${size.replace("x", " × ")}</h3>\n<div class="row">${row.map(figureOf).join("\n")}</div>`;
      }),
    );
    return `<section id="${name}"><h2>${name}</h2>\n${rows.join("\n")}\n</section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pictures of the console</title>
<style>
  body { margin: 0 24px 48px; font: 15px/1.4 system-ui, sans-serif; background: #888; }
  nav { position: sticky; top: 0; padding: 8px 0; background: #888; }
  a { color: #000; margin-right: 10px; }
  .row { display: grid; grid-template-columns: repeat(${modes.length}, minmax(0, 1fr)); gap: 12px; }
  figure { margin: 0; }
  img { width: 100%; display: block; }
  figcaption { min-height: 1.4em; }
  .remark { background: #fd6; padding: 0 4px; }
</style>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join("\n")}</nav>
${sections.join("\n")}
</html>
`;
}

function ofName(taken: readonly TakenPicture[], name: string): readonly TakenPicture[] {
  return taken.filter(({ planned }) => planned.screen.name === name);
}

function figureOf({ planned, mode, size, remarks }: TakenPicture): string {
  const file = fileOf(planned, mode, size);
  const caption = [mode, ...remarks.map((remark) => `<span class="remark">${escaped(remark)}</span>`)].join(" ");
  const { name } = planned.screen;
  const picture = `<img loading="lazy" src="${file}" alt="${name}, ${planned.state}, ${mode}, ${size}">`;
  return `<figure><a href="${file}">${picture}</a><figcaption>${caption}</figcaption></figure>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
