import { expect, test } from "vitest";
import { html } from "./html.ts";

test("text is escaped, markup is not", () => {
  const item = html`<li>${`<&"'>`}</li>`;
  expect(
    html`<ul>
      ${[item, item]}${undefined}
    </ul>`.markup,
  ).toBe("<ul><li>&lt;&amp;&quot;&#39;&gt;</li><li>&lt;&amp;&quot;&#39;&gt;</li></ul>");
});
