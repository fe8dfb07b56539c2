import { curlOf } from "./docs-curl.ts";
import { type DocumentedOperation, listOf, listOperations, objectOf, textOf } from "./docs-operations.ts";
import { DOCS_STYLE } from "./docs-page.style.ts";
import { describeSchema } from "./docs-schema.ts";
import { escapeHtml, renderParagraphs } from "./docs-text.ts";
import type { Json, JsonObject } from "./json-schema.ts";

/** Renders the OpenAPI document as one page that needs neither network nor scripts. */
export function renderDocsPage(document: JsonObject): string {
  const info = objectOf(document["info"]);
  const schemas = objectOf(objectOf(document["components"])["schemas"]);
  const [server] = listOf(document["servers"]);
  const baseUrl = textOf(objectOf(server)["url"]);
  const operations = listOperations(document);
  const tags = [...Map.groupBy(operations, ({ tag }) => tag)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(textOf(info["title"]))} API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(textOf(info["title"]))} API</h1>
<p>Version ${escapeHtml(textOf(info["version"]))} at <code>${escapeHtml(baseUrl)}</code> ·
<a href="/openapi.json">OpenAPI 3.1</a> · <a href="/asyncapi.json">AsyncAPI 3.0 (live)</a></p>
${renderParagraphs(textOf(info["description"]))}
</header>
<nav aria-label="Contents">
${tags.map(([tag, rows]) => `<h2>${escapeHtml(tag)}</h2><ul>${rows.map(entry).join("")}</ul>`).join("\n")}
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main>
${tags.map(([tag, rows]) => `<section><h2>${escapeHtml(tag)}</h2>${rows.map((row) => renderOperation(row, baseUrl)).join("\n")}</section>`).join("\n")}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(schemas).map(renderSchema).join("\n")}
</section>
</main>
</body>
</html>
`;
}

function entry({ id, method, operation }: DocumentedOperation): string {
  const summary = escapeHtml(textOf(operation["summary"]));
  return `<li><a href="#${id}"><b class="${method}">${method.toUpperCase()}</b> ${summary}</a></li>`;
}

function renderOperation(row: DocumentedOperation, baseUrl: string): string {
  const { id, method, path, operation } = row;
  const body = objectOf(objectOf(operation["requestBody"])["content"]);
  return `<article id="${id}">
<h3>${escapeHtml(textOf(operation["summary"]))}</h3>
<p class="line"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></p>
${operation["deprecated"] === true ? "<p><strong>Deprecated.</strong></p>" : ""}
${renderParagraphs(textOf(operation["description"]))}
${renderParameters(listOf(operation["parameters"]).map(objectOf))}
${Object.keys(body).length === 0 ? "" : `<h4>Body</h4>${renderContent(body)}`}
<h4>Replies</h4>
<table><thead><tr><th>Status</th><th>Meaning</th><th>Body</th></tr></thead><tbody>
${Object.entries(objectOf(operation["responses"]))
  .map(([status, one]) => renderReply(status, objectOf(one)))
  .join("\n")}
</tbody></table>
<h4>Try it</h4>
<pre><code>${escapeHtml(curlOf(row, baseUrl))}</code></pre>
</article>`;
}

function renderParameters(parameters: readonly JsonObject[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map((parameter) => {
    const required = parameter["required"] === true ? " <em>required</em>" : "";
    return `<tr><td><code>${escapeHtml(textOf(parameter["name"]))}</code>${required}</td><td>${textOf(parameter["in"])}</td>
<td>${describeSchema(objectOf(parameter["schema"]))}</td><td>${renderParagraphs(textOf(parameter["description"]))}</td></tr>`;
  });
  return `<h4>Parameters</h4>
<table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function renderReply(status: string, reply: JsonObject): string {
  const content = objectOf(reply["content"]);
  const body = Object.keys(content).length === 0 ? "none" : renderContent(content);
  return `<tr><td><code>${status}</code></td><td>${renderParagraphs(textOf(reply["description"]))}</td><td>${body}</td></tr>`;
}

function renderContent(content: JsonObject): string {
  return Object.entries(content)
    .map(
      ([type, media]) =>
        `<div><code>${escapeHtml(type)}</code>: ${describeSchema(objectOf(objectOf(media)["schema"]))}</div>`,
    )
    .join("");
}

function renderSchema([name, schema]: readonly [string, Json]): string {
  const one = objectOf(schema);
  return `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>
${renderParagraphs(textOf(one["description"]))}
<div>${describeSchema(one, { own: true })}</div></article>`;
}
