/** A counterexample as curl commands that can be pasted into a shell and show the same again. */
import { pathOf, REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { quote } from '../../src/text/shell.ts';
import { credentialInShell } from '../client/credential.ts';
import { type Reach, STRAIGHT } from '../client/reach.ts';
import type { Step, Transcript } from '../conversation.ts';
import type { JsonObject } from '../json-object.ts';
import { headersIn } from '../manner.ts';
import { type LongBody, longBodyOf } from './long-body.ts';

/** The variable of the shell that holds a merchant's token. */
export const TOKEN_VARIABLES = { one: 'TOLLGATE_TOKEN', several: 'TOLLGATE_TOKEN_SEVERAL' } as const;

interface CurlOptions {
  readonly url: URL;
  /** The deployment's own headers, without the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** The shell variable that holds the token; undefined where none is sent. */
  readonly tokenVariable: string | undefined;
  readonly reach?: Reach | undefined;
  /** In a command, a shell variable stands for each. */
  readonly cardTokens?: readonly string[] | undefined;
}

/** Stands for a value in a report that may be a secret. */
export const REDACTED = 'REDACTED';

/** The shell variable of a configured header: its value is in no report. Undefined for those of section 5. */
export function headerVariable(name: string): string | undefined {
  return name.toLowerCase() in REQUIRED_HEADERS
    ? undefined
    : `TOLLGATE_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/** The shell variable of a card token by its place in the deployment file, from 0. */
export function cardTokenVariable(place: number): string {
  return place === 0 ? 'TOLLGATE_CARD_TOKEN' : `TOLLGATE_CARD_TOKEN_${place + 1}`;
}

/**
 * One command a step. An `sTxId` that an earlier answer gave is read from that answer again, and an `mTxId` can be
 * set anew (`M1=…`): run one after another in one shell, the commands show the failure on a fresh deployment too.
 */
export function toCurls({ steps, freshMtxids }: Transcript, options: CurlOptions): readonly string[] {
  const stxids = steps.map(({ answer }) => (answer.kind === 'answered' ? stxidIn(answer.body) : undefined));
  const names = new Map<string, string>();
  for (const [placeholder, value] of freshMtxids) names.set(value, placeholder.slice(1, -1).toUpperCase());
  const usedLater = (position: number) => {
    const sTxId = stxids[position];

    return (
      sTxId !== undefined && steps.slice(position + 1).some(({ body }) => body.includes(namingField(sTxId)))
    );
  };

  return steps.map((step, position) => {
    const command = `${toCommand(step, names, options)}`;
    const sTxId = stxids[position];
    if (sTxId === undefined || names.has(sTxId) || !usedLater(position)) {
      return steps[position + 1]?.concurrent
        ? `${command} &`
        : step.concurrent
          ? `${command}; wait`
          : command;
    }
    const name = `S${position + 1}`;
    names.set(sTxId, name);

    return `A=$(${command}); echo "$A"; ${name}=$(printf %s "$A" | ${READ_STXID})`;
  });
}

/** The first one in the answer, without a tool that is not on every machine. */
const READ_STXID = `grep -o '"sTxId" *: *"[^"]*"' | head -n 1 | cut -d '"' -f 4`;

function toCommand(
  step: Step,
  names: ReadonlyMap<string, string>,
  { url, headers, tokenVariable, reach = STRAIGHT, cardTokens = [] }: CurlOptions,
): string {
  const { manner, body } = step;
  const authorization = authorizationOf(step, tokenVariable);
  const long = longBodyOf(body);

  const command = [
    ...(long === undefined ? [] : [writeLong(long, names), '|']),
    "curl -sS -w '\\n'",
    ...reachArguments(reach, url),
    ...(manner.method === 'PUT' || manner.method === 'DELETE' ? ['-X', manner.method] : []),
    quote(addressOf(step, url)),
    ...Object.entries(headersIn(manner, headers)).map(([name, value]) => `-H ${headerInShell(name, value)}`),
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    ...bodyArguments(step, long, names),
  ].join(' ');

  return cardTokens.reduce((text, token, place) => withCardToken(text, token, place), command);
}

function headerInShell(name: string, value: string): string {
  const variable = headerVariable(name);

  return variable === undefined ? quote(`${name}: ${value}`) : `"${name}: $${variable}"`;
}

/** The body stands between single quotes, which end before the variable and begin again after it. */
function withCardToken(command: string, token: string, place: number): string {
  const written = quote(JSON.stringify(token)).slice(1, -1);

  return command.replaceAll(`"cardToken":${written}`, `"cardToken":"'"$${cardTokenVariable(place)}"'"`);
}

/** What curl does not find out from the same environment by itself. */
function reachArguments(
  { route, tls: { ca, client, insecure } }: Reach,
  { protocol }: URL,
): readonly string[] {
  const isTls = protocol === 'https:';

  return [
    ...(route.kind === 'past-proxy' ? ["--noproxy '*'"] : []),
    // This one curl reads in lower case alone.
    ...(route.kind === 'by-proxy' && route.variable === 'HTTP_PROXY' ? ['--proxy "$HTTP_PROXY"'] : []),
    ...(isTls && ca !== undefined ? ['--cacert', quote(ca.path)] : []),
    ...(isTls && client !== undefined
      ? ['--cert', quote(client.cert.path), '--key', quote(client.key.path)]
      : []),
    ...(isTls && insecure ? ['-k'] : []),
  ];
}

function bodyArguments(
  { manner, body }: Step,
  long: LongBody | undefined,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  if (manner.method === 'GET') return [];

  return long === undefined ? ['--data-raw', withVariables(body, names)] : ['--data-binary', '@-'];
}

/** A shell takes no argument of some hundred thousand characters, so they are made and piped. */
function writeLong(
  { before, character, times, after }: LongBody,
  names: ReadonlyMap<string, string>,
): string {
  const [start, end] = [before, after].map((part) => `printf %s ${withVariables(part, names)};`);

  return `{ ${start} head -c ${times} /dev/zero | tr '\\0' ${quote(character)}; ${end} }`;
}

/** Where the request of a step goes, with its query. */
export function addressOf({ operation, manner, body }: Step, url: URL): string {
  const query = manner.method === 'GET' ? `?${body}` : '';

  return url.href.replace(/\/$/, '') + pathOf(operation) + query;
}

/** The header as a shell reads it between double quotes; undefined where none is sent. */
export function authorizationOf({ manner }: Step, tokenVariable: string | undefined): string | undefined {
  const variable = manner.merchant === 'several' ? TOKEN_VARIABLES.several : tokenVariable;
  const token = credentialInShell(manner.credential, variable);

  return token === undefined ? undefined : `Bearer ${token}`;
}

/**
 * The body in single quotes, with each identifier replaced by a variable that defaults to the recorded value. An
 * `sTxId` may be as short as `1`, so it is only replaced where it names a transaction.
 */
function withVariables(body: string, names: ReadonlyMap<string, string>): string {
  let quoted = quote(body);
  for (const [value, name] of names) {
    const variable = `'"\${${name}:-${value}}"'`;
    quoted = !name.startsWith('S')
      ? quoted.replaceAll(value, variable)
      : quoted.replaceAll(namingField(value), namingField(variable));
  }

  return quoted;
}

function namingField(sTxId: string): string {
  return `"sTxId":"${sTxId}"`;
}

function stxidIn(body: JsonObject | undefined): string | undefined {
  const sTxId = body?.['sTxId'];

  return typeof sTxId === 'string' && /^[\w.-]+(?::[\w.-]+)*$/.test(sTxId) ? sTxId : undefined;
}
