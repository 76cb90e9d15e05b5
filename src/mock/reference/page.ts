/**
 * The HTML of the page, which start.js fills with Swagger UI, and its files, in a clone and in the published package. Links are
 * relative, so that any base path works. The only file that knows Swagger UI.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readPackageBytes } from '../../contract/package-files.ts';
import { version } from '../../contract/version.ts';
import { escapeHtml } from '../../text/visible.ts';
import {
  CONTRACT_JSON,
  CONTRACT_YAML,
  PAGE,
  PAGE_FILES,
  PAGE_FOLDER,
  type PageFile,
} from './reference-paths.ts';

/** The facts about a mock that the index and the page show. */
export interface MockFacts {
  /** The default merchant. */
  readonly merchant: string;
  /** Of the default merchant, at least one: requests may use either name. */
  readonly processors: readonly { readonly mid: string; readonly name: string }[];
  /** The page shows a token only where the mock accepts any: a valid one would be readable by all who reach the port. */
  readonly tokens:
    | { readonly kind: 'open'; readonly token: string }
    | { readonly kind: 'verified'; readonly expected: string };
  /** Whether all responses are samples of the contract. */
  readonly isStatic: boolean;
  /** The path of the control routes; absent for a mock without them. */
  readonly control?: string;
}

/** Requests go to the mock only, and scripts are files of the mock. Swagger UI has images in data: URLs. The console frames it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * @param path of the page: `/`, or below the console
 * @param address the address of the mock as the browser knows it
 */
export function renderPage(
  path: string,
  address: string,
  title: string,
  { merchant, tokens, isStatic }: MockFacts,
): string {
  const relative = (target: string) => `${path === PAGE ? '../../' : ''}${target.slice(1)}`;
  const folder = relative(PAGE_FOLDER);
  const mode = isStatic ? ' Responses are examples of the contract, without fees or state.' : '';
  const token = tokens.kind === 'open' ? ` data-token="${escapeHtml(tokens.token)}"` : '';
  const use =
    tokens.kind === 'open'
      ? `Requests carry a token of the merchant <code>${escapeHtml(merchant)}</code>. Press Execute to send one.`
      : `This mock accepts only ${escapeHtml(tokens.expected)}. Press Authorize and paste one, then press Execute.`;

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – tollgate mock</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/swagger-ui.css">
<link rel="stylesheet" href="${folder}/style.css">
<script src="${folder}/swagger-ui-bundle.js" defer></script>
<script src="${folder}/start.js" type="module"></script>
</head>
<body>
<header>
<p><strong>tollgate ${escapeHtml(version())}</strong> A mock of this API at <code>${escapeHtml(address)}</code>.${mode}
Contract: <a href="${relative(CONTRACT_YAML)}">YAML</a>, <a href="${relative(CONTRACT_JSON)}">JSON</a>.</p>
<p>${use}</p>
</header>
<main id="reference" aria-busy="true" data-contract="${folder}/contract.json"${token}>
<p>Loading…</p>
<noscript><p>The reference needs JavaScript.</p></noscript>
</main>
</body>
</html>
`;
}

/** The files that do not depend on the merchants. */
type FixedFile = Exclude<PageFile, 'contract.json'>;

const OWN: readonly string[] = ['start.js', 'style.css'];

/** The files of Swagger UI with its licences. The build copies them into dist, so users need no Swagger UI. */
export const PACKAGED = PAGE_FILES.filter(
  (file): file is FixedFile => file !== 'contract.json' && !OWN.includes(file),
);

const TYPES = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
] as const;

/** Ends the names of files that the package has compressed: they would make it a fifteenth larger. Not every browser asks for Brotli. */
export const COMPRESSED = '.br';

/**
 * Reads a file of the page; in a clone, those of Swagger UI are in the package swagger-ui-dist.
 *
 * @returns undefined where the file is in neither
 */
export function readPageFile(file: FixedFile): { readonly type: string; readonly text: string } | undefined {
  const own = `src/mock/reference/page/${OWN.includes(file) ? '' : 'swagger-ui/'}${file}`;
  const installed = inPackage(file);
  const compressed = readPackageBytes(`${own}${COMPRESSED}`);
  const bytes =
    readPackageBytes(own) ??
    (compressed && brotliDecompressSync(compressed)) ??
    (installed !== undefined && existsSync(installed) ? readFileSync(installed) : undefined);
  const type = TYPES.find(([ending]) => file.endsWith(ending))?.[1] ?? 'text/plain; charset=utf-8';

  return bytes && { type, text: bytes.toString() };
}

/** The path of a file of the package; undefined where the package is not installed. */
export function inPackage(file: string): string | undefined {
  try {
    const require = createRequire(import.meta.url);

    return join(dirname(require.resolve('swagger-ui-dist/package.json')), file);
  } catch {
    return undefined;
  }
}
