/** The HTML of the page, which start.js fills with Swagger UI. Links are relative, so that any base path works. */
import type { ContractDocument } from '../../contract/document.ts';
import { version } from '../../contract/version.ts';
import { type About, CONTRACT_JSON, CONTRACT_YAML, PAGE_FOLDER } from './about.ts';

/** Requests go to the mock only, and scripts are files of the mock. Swagger UI has images in data: URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** @param address the address of the mock as the browser knows it */
export function renderPage(address: string, { info }: ContractDocument, about: About): string {
  const folder = relative(PAGE_FOLDER);
  const mode = about.isStatic ? ' Responses are examples of the contract, without fees or state.' : '';
  const token = about.tokens.kind === 'open' ? ` data-token="${toHtml(about.tokens.token)}"` : '';

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${toHtml(info.title)} – tollgate mock</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/swagger-ui.css">
<link rel="stylesheet" href="${folder}/style.css">
<script src="${folder}/swagger-ui-bundle.js" defer></script>
<script src="${folder}/start.js" type="module"></script>
</head>
<body>
<header>
<p><strong>tollgate ${toHtml(version())}</strong> A mock of this API at <code>${toHtml(address)}</code>.${mode}
Contract: <a href="${relative(CONTRACT_YAML)}">YAML</a>, <a href="${relative(CONTRACT_JSON)}">JSON</a>.</p>
<p>${aboutTokens(about)}</p>
</header>
<main id="reference" aria-busy="true" data-contract="${folder}/contract.json"${token}>
<p>Loading…</p>
<noscript><p>The reference needs JavaScript.</p></noscript>
</main>
</body>
</html>
`;
}

function aboutTokens({ merchant, tokens }: About): string {
  switch (tokens.kind) {
    case 'open':
      return `Requests carry a token of the merchant <code>${toHtml(merchant)}</code>. Press Execute to send one.`;
    case 'verified':
      return `This mock accepts only ${toHtml(tokens.expected)}. Press Authorize and paste one, then press Execute.`;
  }
}

function relative(path: string): string {
  return path.replace(/^\//, '');
}

/** For text and for attributes in double quotes. */
function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
