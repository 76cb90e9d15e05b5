/** Renders exchanges as curl commands: run in one shell, they reproduce the failure. */
import { pathOf, REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { quote, quoteWord } from '../../src/text/shell.ts';
import { type ConnectionOptions, type Deployment, STRAIGHT } from '../deployment/deployment.ts';
import { credentialInShell } from '../rule/credential.ts';
import { mtxidInShell } from '../rule/mtxids.ts';
import { headersIn, spellHeaders } from '../rule/request-variant.ts';
import type { ServiceCall } from '../rule/service-call.ts';
import type { ReportStep } from './report.ts';

/** Replaces a value that may be a secret. */
export const REDACTED = 'REDACTED';

/** The shell variables of the merchants' tokens, unless the deployment file names others. */
const TOKEN_VARIABLES = { one: 'TOLLGATE_TOKEN', several: 'TOLLGATE_TOKEN_SEVERAL' } as const;

/** The shell variable of a configured header, whose value no report shows; undefined for those of section 5. */
function headerVariable(name: string): string | undefined {
  return name.toLowerCase() in REQUIRED_HEADERS
    ? undefined
    : `TOLLGATE_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/** The shell variable of a card token, by its index in the deployment file. */
export function cardTokenVariable(index: number): string {
  return index === 0 ? 'TOLLGATE_CARD_TOKEN' : `TOLLGATE_CARD_TOKEN_${index + 1}`;
}

type CurlExchange = Pick<ServiceCall, 'operation' | 'role' | 'variant' | 'body' | 'response' | 'concurrent'>;

interface CurlTranscript {
  readonly steps: readonly CurlExchange[];
  /** The fresh `mTxId`s by their placeholder. */
  readonly freshMtxids: ReadonlyMap<string, string>;
  /** Set if the failure needs a single connection. */
  readonly connection?: 'one';
}

/**
 * One command for each exchange. Later commands read the `sTxId` of an earlier response from a variable. The first
 * command with a fresh `mTxId` makes another one (`M1=…`), so that a second run opens new transactions. curl keeps its
 * connection for `--next`; no variable can hold an `sTxId` there, since all bodies are fixed before.
 */
export function toCurls(
  { steps, freshMtxids, connection }: CurlTranscript,
  deployment: Deployment,
): readonly string[] {
  const mtxids: Variables = new Map(
    [...freshMtxids].map(([placeholder, value]) => [value, placeholder.slice(1, -1).toUpperCase()]),
  );
  const assignments = steps.map((_, index) =>
    [...mtxids]
      .filter(([mTxId]) => steps.findIndex((step) => step.body.includes(mTxId)) === index)
      .map(([mTxId, name]) => `${name}=${mtxidInShell(mTxId)}; `)
      .join(''),
  );
  if (connection === 'one') {
    const requests = steps.map((exchange) => argumentsOf(exchange, deployment, mtxids));

    return requests.map((_, index) =>
      index === requests.length - 1
        ? `${assignments.join('')}curl ${requests.join(' --next ')}`
        : `# request ${index + 1} of the last command, which sends all over one connection`,
    );
  }
  const variables = new Map(mtxids);

  return steps.map((exchange, index) => {
    const command = `curl ${argumentsOf(exchange, deployment, variables)}`;
    const sTxId = stxidIn(exchange);
    const later = steps.slice(index + 1);
    const isRead = sTxId !== undefined && later.some(({ body }) => body.includes(stxidField(sTxId)));
    if (isRead && !variables.has(sTxId)) {
      const name = `S${index + 1}`;
      variables.set(sTxId, name);

      return `${assignments[index]}A=$(${command}); echo "$A"; ${name}=$(printf %s "$A" | ${READ_STXID})`;
    }
    const end = later[0]?.concurrent ? ' &' : exchange.concurrent ? '; wait' : '';

    return assignments[index] + command + end;
  });
}

/** Shell variables by the identifier that they hold: `M1` or `N1` an `mTxId`, `S1` an `sTxId`. */
type Variables = ReadonlyMap<string, string>;

/** The first `sTxId` of a response, read with tools that every machine has. */
const READ_STXID = `grep -o '"sTxId" *: *"[^"]*"' | head -n 1 | cut -d '"' -f 4`;

function stxidIn({ response }: CurlExchange): string | undefined {
  const sTxId = response.kind === 'answered' ? response.body?.['sTxId'] : undefined;

  return typeof sTxId === 'string' && /^[\w.-]+(?::[\w.-]+)*$/.test(sTxId) ? sTxId : undefined;
}

function stxidField(sTxId: string): string {
  return `"sTxId":"${sTxId}"`;
}

function argumentsOf(exchange: CurlExchange, deployment: Deployment, variables: Variables): string {
  const { variant } = exchange;
  const { url, reach = STRAIGHT, cardTokens = [] } = deployment;
  const body = variant.method === 'GET' ? undefined : bodyArgument(exchange, variables);
  const text = curlArguments(requestOf(exchange, deployment), body, {
    options: connectionArguments(reach, url),
    headers: variant.framing === 'chunked' ? ["'Transfer-Encoding: chunked'"] : [],
  });

  return cardTokens.reduce(replaceCardToken, text);
}

/**
 * The arguments of a command that sends a request of a report, and prints the body of the response as a line.
 *
 * @param body the argument with the body; undefined without one
 */
export function curlArguments(
  { method, url, headers }: Omit<ReportStep['request'], 'body'>,
  body: string | undefined,
  more: { readonly options?: readonly string[]; readonly headers?: readonly string[] } = {},
): string {
  const isUsual = method === (body === undefined ? 'GET' : 'POST');
  const all = [
    ...Object.entries(headers).map(([name, value]) => headerArgument(name, value)),
    ...(more.headers ?? []),
  ];

  return [
    "-sS -w '\\n'",
    ...(more.options ?? []),
    ...(isUsual ? [] : ['-X', quoteWord(method)]),
    ...('accept-encoding' in headers ? ['--compressed'] : []),
    quote(url),
    ...all.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [body]),
  ].join(' ');
}

/** The request of an exchange for a report. */
export function requestOf(exchange: CurlExchange, deployment: Deployment): ReportStep['request'] {
  const { operation, variant, body } = exchange;
  const { method } = variant;
  const authorization = authorizationIn(exchange, deployment);
  // A configured header may be a secret, whatever its name.
  const headers = Object.entries(headersIn(variant, deployment.headers)).map(([name, value]) => [
    name,
    headerVariable(name) === undefined ? value : REDACTED,
  ]);
  const query = method === 'GET' ? `?${body}` : '';

  return {
    method,
    url: deployment.url.href.replace(/\/$/, '') + pathOf(operation) + query,
    headers: spellHeaders(
      { ...Object.fromEntries(headers), ...(authorization === undefined ? {} : { authorization }) },
      variant.spelling,
    ),
    body: method === 'GET' ? '' : abridgeBody(body),
  };
}

/** Connection options that curl does not take from the environment. */
function connectionArguments(
  { route, tls: { ca, client, insecure } }: ConnectionOptions,
  { protocol }: URL,
): readonly string[] {
  const isTls = protocol === 'https:';

  return [
    ...(route.kind === 'past-proxy' ? ["--noproxy '*'"] : []),
    // curl reads only the lower-case name of this variable.
    ...(route.kind === 'by-proxy' && route.variable === 'HTTP_PROXY' ? ['--proxy "$HTTP_PROXY"'] : []),
    ...(isTls && ca !== undefined ? ['--cacert', quote(ca.path)] : []),
    ...(isTls && client !== undefined
      ? ['--cert', quote(client.cert.path), '--key', quote(client.key.path)]
      : []),
    ...(isTls && insecure ? ['-k'] : []),
  ];
}

/** A token, and the value of a configured header, is in a variable. */
function headerArgument(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization' && value.startsWith('Bearer '))
    return `"${name === 'authorization' ? 'Authorization' : name}: ${value}"`;
  const variable = value === REDACTED ? headerVariable(name) : undefined;

  return variable === undefined ? quote(`${name}: ${value}`) : `"${name}: $${variable}"`;
}

/** A shell accepts no argument of some 100,000 characters, so a long run is generated and read from a pipe. */
function bodyArgument({ body, variant }: CurlExchange, variables: Variables): string {
  if (variant.charset === 'latin1')
    return `--data-binary @<(printf %s ${quoteBody(body, variables)} | iconv -f UTF-8 -t ISO-8859-1)`;
  const long = splitLongBody(body);
  if (long === undefined) return `--data-raw ${quoteBody(body, variables)}`;
  const [before, after] = [long.before, long.after].map((part) => `printf %s ${quoteBody(part, variables)}`);

  return `--data-binary @<(${before}; head -c ${long.times} /dev/zero | tr '\\0' ${quote(long.character)}; ${after})`;
}

/** Quotes a body. A variable replaces each known identifier; that of an `sTxId` has the recorded value as its default. */
function quoteBody(body: string, variables: Variables): string {
  let quoted = quote(body);
  for (const [value, name] of variables) {
    // An sTxId may be as short as `1`, so only the field itself is replaced.
    quoted = name.startsWith('S')
      ? quoted.replaceAll(stxidField(value), stxidField(`'"\${${name}:-${value}}"'`))
      : quoted.replaceAll(value, `'"$${name}"'`);
  }

  return quoted;
}

/** The body is in single quotes, which end before the variable and begin again after it. */
function replaceCardToken(command: string, token: string, index: number): string {
  const written = quote(JSON.stringify(token)).slice(1, -1);

  return command.replaceAll(`"cardToken":${written}`, `"cardToken":"'"$${cardTokenVariable(index)}"'"`);
}

/** The Authorization header for use in double quotes; undefined if none is sent. */
function authorizationIn({ variant, role }: CurlExchange, deployment: Deployment): string | undefined {
  const known = deployment[role] === undefined ? 'one' : role;
  const { token, tokenVariable = TOKEN_VARIABLES[known] } = deployment[known] ?? deployment.one;
  const credential = credentialInShell(variant.credential, token === undefined ? undefined : tokenVariable);

  return credential === undefined ? undefined : `Bearer ${credential}`;
}

/** Characters. A body with a longer run of one character is not printed. */
const LONGEST_RUN = 10_000;

/** Splits a body at its first long run. A regular expression would overflow the stack with some MiB. */
function splitLongBody(body: string) {
  for (let start = 0, end = 0; body.length - start >= LONGEST_RUN; start = end) {
    const character = body.charAt(start);
    while (end < body.length && body[end] === character) end++;
    const times = end - start;
    if (times >= LONGEST_RUN)
      return { before: body.slice(0, start), character, times, after: body.slice(end) };
  }

  return undefined;
}

/** A body with its long run shortened, for people. */
export function abridgeBody(body: string): string {
  const long = splitLongBody(body);
  if (long === undefined) return body;
  const { before, character, times, after } = long;

  return `${before}(${times} times ${JSON.stringify(character)})${after}`;
}
