/** Light or dark, as the system prefers. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --line: #d3d9e0; --soft: #f3f5f8; --link: #0b57b7;
  --get: #0a6b3d; --write: #8a4b00; --delete: #a3201d; font: 1rem/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --back: #12161b; --text: #e4e9ef; --line: #38414c; --soft: #1c222a;
  --link: #84b9ff; --get: #6fd39d; --write: #f0b465; --delete: #ff9a94; } }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem; background: var(--back); color: var(--text);
  display: grid; grid-template-columns: minmax(14rem, 18rem) minmax(0, 1fr); gap: 0 2.5rem; }
header { grid-column: 1 / -1; border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; font-size: .9rem; }
nav h2 { font-size: 1rem; margin: 1rem 0 .25rem; } nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .15rem 0; text-decoration: none; }
nav li a:hover, nav li a:focus-visible { text-decoration: underline; }
a { color: var(--link); } article { border-bottom: 1px solid var(--line); padding: .5rem 0 1.5rem; scroll-margin-top: 1rem; }
h3 { margin-bottom: .25rem; } h4 { margin: 1rem 0 .25rem; } p { margin: .25rem 0 .5rem; }
.line { font-size: 1.05rem; } code, pre { font-family: ui-monospace, monospace; font-size: .92em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; overflow-x: auto; user-select: all; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0;
  border-bottom: 1px solid var(--line); } td p { margin: 0; }
dl { margin: .25rem 0 .25rem 1rem; } dt { margin-top: .35rem; } dd { margin: 0 0 0 1.25rem; } dd p { margin: 0; }
em { font-size: .85em; } .get { color: var(--get); } .post, .put, .patch { color: var(--write); } .delete { color: var(--delete); }
@media (max-width: 60rem) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; max-height: none; } }
`;
