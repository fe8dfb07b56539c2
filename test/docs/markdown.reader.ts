/** What the tests of the documents want to know of a Markdown file. */

export type Link = { readonly file: string; readonly anchor: string };

/** Links to files of the repository, pictures among them; addresses elsewhere are left out. */
export function linksOf(markdown: string): readonly Link[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [file = "", anchor = ""] = target.split("#");
      return { file: decodeURIComponent(file), anchor };
    });
}

/** The anchors of the headings, as code hosts make them, and those that are written out: `<a id="the-map"></a>`. */
export function anchorsOf(markdown: string): readonly string[] {
  const ofHeadings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .replaceAll(/<[^>]+>/g, "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
  return [...ofHeadings, ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id)];
}

/** Sources named in text as `path/name.ts` or by the end of that, and folders by their path; `*.test.ts` is left out. */
export function namedSourcesOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, "");
  return [...prose.matchAll(/`((?:server|src|test|scripts)\/[\w./<>-]+|[\w./<>-]+\.(?:ts|vue|mjs))`/g)].map(
    ([, name = ""]) => name,
  );
}

/** Scripts named as `npm run NAME`, `npm start`, `npm test`. */
export function npmScriptsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\bnpm (?:run (?:--silent )?([a-z][\w:-]*)|(start|test|ci)\b)/g)].map(
    ([, script, short]) => script ?? short ?? "",
  );
}

export type NamedCommand = { readonly command: string; readonly options: readonly string[] };

/** Every `station -- COMMAND …` line with the options it uses; a command may be two words, as `user add`. */
export function readStationCommands(markdown: string): readonly NamedCommand[] {
  return [
    ...markdown.matchAll(
      /\bstation -- ((?:(?:user|token|client|key|map-set|alert|alert-rule|output|sync|setup|evidence) )?[a-z][a-z-]*)([^\n`]*)/g,
    ),
  ].map(([, command = "", rest = ""]) => ({
    command,
    options: rest.match(/--[a-z][a-z-]*/g) ?? [],
  }));
}

/** Files quoted whole: a link to the file on a line of its own, and its text in the block below. */
export function quotedFilesOf(markdown: string): readonly (readonly [file: string, text: string])[] {
  return [...markdown.matchAll(/^\[[^\]]+\]\(([^)]+)\)\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, file = "", text = ""]) => [file, text] as const,
  );
}

/** The blocks of a page that are for a shell, in their order, as one session. */
export function shellSessionOf(markdown: string): string {
  return [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block).join("");
}
