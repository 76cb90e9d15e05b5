/** Serves the console: one page of HTML, its script and its style. The links are relative, so that any base path works. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readPackageFile } from '../contract/package-files.ts';
import { CONSOLE_FOLDER, type ConsoleFile, type ConsoleFiles } from '../control/pages.ts';
import { PALETTE } from '../text/palette.ts';

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

const TYPES = {
  'main.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'fixes.json': 'application/json',
} as const;

type FileName = keyof typeof TYPES;

/** @param fixes how to fix what breaks each rule, by its id */
export function createConsoleFiles(
  fixes: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): ConsoleFiles {
  let bundle: ReturnType<typeof load> | undefined;
  const read = async (name: FileName) => {
    if (name === 'fixes.json') return JSON.stringify(await fixes());
    bundle ??= load();

    return (await bundle)[name];
  };

  return {
    async find(path) {
      if (path === '/' || path === '/_tollgate') return page(CONSOLE_FOLDER.slice(1));
      if (path === '/_tollgate/') return page('console/');
      const name = path.slice(CONSOLE_FOLDER.length);
      if (path !== CONSOLE_FOLDER + name || !isFile(name)) return undefined;

      return { headers: { 'content-type': TYPES[name], ...COMMON }, text: await read(name) };
    },
  };
}

function isFile(name: string): name is FileName {
  return Object.hasOwn(TYPES, name);
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
<link rel="stylesheet" href="${folder}style.css">
<script type="module" src="${folder}main.js"></script>
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
async function load(): Promise<Readonly<Record<'main.js' | 'style.css', string>>> {
  const [script, style] = ['main.js', 'style.css'].map((name) => readPackageFile(`src/console/page/${name}`));
  if (script !== undefined && style !== undefined) return { 'main.js': script, 'style.css': style };
  const bundle = await bundleConsole();

  return { 'main.js': bundle.script, 'style.css': bundle.style };
}

const PAGE_FOLDER = new URL('./page/', import.meta.url);

/** Bundles the page from its source: for a package when it is built, in a clone with the first request. */
export async function bundleConsole() {
  // A development dependency: the package has the finished files.
  const { rolldown } = await import('rolldown');
  await using bundle = await rolldown({
    input: fileURLToPath(new URL('main.tsx', PAGE_FOLDER)),
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const style = `${PALETTE}\n${await readFile(new URL('page.css', PAGE_FOLDER), 'utf8')}`;

  /** With the files that the script is made of. */
  return { script: output[0].code, style, sources: output[0].moduleIds };
}
