import { expect, test } from "vitest";
import { html } from "./html.ts";

test("text is escaped, markup is not, and undefined renders nothing", () => {
  const item = html`<b>${`<&"'>`}</b>`;
  expect(html`${[item, item]}${undefined}<i></i>`.markup).toBe(
    "<b>&lt;&amp;&quot;&#39;&gt;</b><b>&lt;&amp;&quot;&#39;&gt;</b><i></i>",
  );
});
