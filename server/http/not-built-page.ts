/** Shown instead of the console when it has not been built. */
export const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fieldstation</title>
<style>
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; }
</style>
</head>
<body>
<h1>The console is not built</h1>
<p>The station is running, but the pages of its console have not been built yet.
Run <code>npm start</code> in the project once; it builds what is missing.</p>
<p>The API works without them: see <a href="/docs">its documentation</a>.</p>
</body>
</html>
`;
