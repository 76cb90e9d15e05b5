/** Serves the console: one page of HTML, its script and its style. The links are relative, so that any base path works. */
import { readPackageFile } from '../contract/package-files.ts';
import { CONSOLE_FOLDER, type ConsoleFile, type ConsoleFiles } from '../control/console-files.ts';

/** Scripts, styles, requests and frames of this server alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const COMMON = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const SCRIPT = 'main.js';
const STYLE = 'style.css';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

export function createConsoleFiles(): ConsoleFiles {
  let loading: ReturnType<typeof load> | undefined;

  return {
    async find(path) {
      switch (path) {
        case '/':
        case '/_tollgate':
          return page(CONSOLE_FOLDER.slice(1));
        case '/_tollgate/':
          return page('console/');
      }
      if (path !== `${CONSOLE_FOLDER}${SCRIPT}` && path !== `${CONSOLE_FOLDER}${STYLE}`) return undefined;
      loading ??= load();
      const { script, style } = await loading;

      return path.endsWith(SCRIPT) ? file(SCRIPT_TYPE, script) : file(STYLE_TYPE, style);
    },
  };
}

function file(type: string, text: string): ConsoleFile {
  return { headers: { 'content-type': type, ...COMMON }, text };
}

/** @param folder of script and style, relative to the page */
function page(folder: string): ConsoleFile {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>tollgate console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}${STYLE}">
<script type="module" src="${folder}${SCRIPT}"></script>
</head>
<body>
<div id="console"></div>
<noscript><p>The console needs JavaScript. GET / with Accept: application/json lists the operations.</p></noscript>
</body>
</html>
`;

  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      vary: 'Accept, Sec-Fetch-Dest, Sec-Fetch-Mode',
      ...COMMON,
    },
    text,
  };
}

/** The files that the build made; in a clone they are bundled now. */
async function load(): Promise<{ readonly script: string; readonly style: string }> {
  const [script, style] = [SCRIPT, STYLE].map((name) => readPackageFile(`src/console/page/${name}`));
  if (script !== undefined && style !== undefined) return { script, style };
  const { bundleConsole } = await import('./bundle.ts');

  return bundleConsole();
}
