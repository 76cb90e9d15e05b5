/** An exchange's request as a command that sends it again: curl, fetch in JavaScript, requests in Python. */
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { quote } from '../../text/shell.ts';
import { visible } from '../../text/visible.ts';

export interface ExchangeCommand {
  readonly label: string;
  readonly text: string;
}

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  /** Without Authorization. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly hasToken: boolean;
  /** As text; undefined for none. */
  readonly body: string | undefined;
}

/** Headers that the next client writes itself, and those of browsers. */
const LEFT_OUT =
  /^(?:host|connection|content-length|transfer-encoding|accept|accept-encoding|accept-language|user-agent|origin|referer|keep-alive|te|upgrade|expect|cookie|proxy-.*|sec-.*|tollgate-.*)$/i;

/**
 * Tokens are placeholders: the journal has none.
 *
 * @param base the address of the mock, one of its worlds, or the proxy, with a slash at its end
 */
export function commandsFor(entry: JournalEntry, base: URL): readonly ExchangeCommand[] {
  const request = requestOf(entry, base);

  return [
    { label: 'curl', text: toCurl(request) },
    { label: 'fetch (Node)', text: toFetch(request) },
    { label: 'Python (requests)', text: toPython(request) },
  ];
}

function requestOf(
  { method = 'POST', path = '/', query, world, request }: JournalEntry,
  base: URL,
): ShownRequest {
  const isInWorld = world === undefined || base.pathname.endsWith(`/w/${world}/`);
  const prefix = isInWorld ? '' : `w/${world}/`;
  const headers = Object.entries(request.headers);

  return {
    method,
    url: `${base.href}${prefix}${path.replace(/^\//, '')}${query === undefined ? '' : `?${query}`}`,
    headers: headers.filter(([name]) => !LEFT_OUT.test(name) && name.toLowerCase() !== 'authorization'),
    hasToken: headers.some(([name]) => name.toLowerCase() === 'authorization'),
    body: request.body === undefined ? request.text : JSON.stringify(request.body),
  };
}

function toCurl({ method, url, headers, hasToken, body }: ShownRequest): string {
  const parts = [
    `curl -sS ${method === 'POST' && body !== undefined ? '' : `-X ${method} `}${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasToken ? ['-H "Authorization: Bearer $TOLLGATE_TOKEN"'] : []),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ];

  return parts.join(' \\\n  ');
}

function toFetch({ method, url, headers, hasToken, body }: ShownRequest): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code that is copied has the template.
  const token = hasToken ? '`Bearer ${process.env.TOLLGATE_TOKEN}`' : undefined;

  return [
    `const response = await fetch(${literal(url)}, {`,
    `  method: ${literal(method)},`,
    `  headers: ${mapping(headers, token)},`,
    ...(body === undefined ? [] : [`  body: ${literal(body)},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function toPython({ method, url, headers, hasToken, body }: ShownRequest): string {
  const token = hasToken ? 'f"Bearer {os.environ[\'TOLLGATE_TOKEN\']}"' : undefined;
  const data = body === undefined ? '' : `, data=${literal(body)}.encode()`;

  return [
    'import os, requests',
    '',
    `headers = ${mapping(headers, token)}`,
    `response = requests.request(${literal(method)}, ${literal(url)}, headers=headers${data})`,
    'print(response.status_code, response.text)',
  ].join('\n');
}

/** The headers as JavaScript and Python write them. @param token the expression for that of Authorization */
function mapping(headers: ShownRequest['headers'], token: string | undefined): string {
  const pairs = headers.map(([name, value]) => `${literal(name)}: ${literal(value)}`);
  const all = token === undefined ? pairs : [...pairs, `"authorization": ${token}`];

  return `{ ${all.join(', ')} }`;
}

/** A string as JavaScript and Python read it. */
function literal(text: string): string {
  return visible(JSON.stringify(text));
}
