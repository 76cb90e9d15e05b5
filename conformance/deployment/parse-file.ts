/** What a deployment file says, checked and with nothing assumed: YAML in which `${NAME}` reads the environment. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { LineCounter, parseDocument } from 'yaml';
import { compileFileSchema } from '../../src/contract/validators.ts';
import { describeValue } from '../../src/text/describe.ts';
import type { UnusableTokens } from '../client/credential.ts';
import schema from './deployment.schema.json' with { type: 'json' };
import type { Deployment, KnownProcessor } from './deployment.ts';
import { DeploymentError } from './deployment-error.ts';
import type { TlsPaths } from './tls-files.ts';

export interface DeploymentFile {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly merchants?: { readonly one?: MerchantEntry; readonly several?: MerchantEntry };
  readonly cards?: readonly string[];
  readonly regions?: Partial<Deployment['regions']>;
  readonly amounts?: Partial<Deployment['amounts']>;
  readonly multiPay?: boolean;
  readonly cardTokens?: readonly string[];
  readonly tokens?: UnusableTokens;
  readonly pricing?: string;
  readonly limits?: Partial<Deployment['limits']>;
  /** By their paths from the file. */
  readonly tls?: TlsPaths;
}

export interface MerchantEntry {
  readonly name?: string;
  readonly token?: string;
  /** Not in the file: the variable that the token is. */
  readonly tokenVariable?: string;
  readonly processors?: readonly KnownProcessor[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where tokens and keys stand, even in a file that is not in order. */
const MAY_BE_SECRET = /^\/(?:headers|cardTokens|tokens|merchants(?!.*\/processors))/;

/** Lines of the file are not repeated: a token may stand there. @throws DeploymentError */
function parseYaml(text: string, where: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const mistakes = document.errors.map(({ message, pos: [at] }) => {
    const { line, col } = lineCounter.linePos(at);

    return `${where}:${line}:${col}: ${message}`;
  });
  if (mistakes.length > 0) throw new DeploymentError(mistakes.join('\n'));
  try {
    return document.toJS();
  } catch (cause) {
    // Aliases are followed only now.
    throw new DeploymentError(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/**
 * The file as it is meant, with its variables filled in.
 *
 * @param token of the command line, which goes before that of the file
 * @throws DeploymentError with everything that is wrong
 */
export function parseDeploymentFile(
  text: string,
  where: string,
  environment: Environment,
  token: string | undefined,
): DeploymentFile {
  const unset = new Set<string>();
  const written = parseYaml(text, where) ?? {};
  const value = substitute(token === undefined ? written : withToken(written, token), environment, unset);
  if (unset.size > 0) {
    throw new DeploymentError(
      `${where}: expected these variables in the environment, got nothing: ${[...unset].join(', ')}`,
    );
  }
  const violations = compileFileSchema(schema, describeValue)(value);
  if (violations.length > 0) {
    const lines = violations.map(
      ({ pointer, expected, got }) =>
        `${where}: ${toPath(pointer)}: expected ${expected}, got ${got !== 'nothing' && MAY_BE_SECRET.test(pointer) ? 'something else' : got}`,
    );
    throw new DeploymentError(lines.join('\n'));
  }

  const file = value as DeploymentFile;
  for (const [name, text] of Object.entries(file.headers ?? {})) checkHeader(name, text, where);

  return { ...file, ...(file.merchants && { merchants: withVariables(file.merchants, written) }) };
}

/** A token from the command line makes up for a variable that the file names and nobody set. */
function withToken(written: unknown, token: string): unknown {
  const file = written as DeploymentFile;
  const { one } = file.merchants ?? {};
  if (typeof one?.token !== 'string') return written;

  return { ...file, merchants: { ...file.merchants, one: { ...one, token } } };
}

/** With the variables that stand for the tokens, so that printed commands can name them too. */
function withVariables(
  { one, several }: NonNullable<DeploymentFile['merchants']>,
  written: unknown,
): NonNullable<DeploymentFile['merchants']> {
  const { merchants } = written as { readonly merchants: DeploymentFile['merchants'] };
  const named = (entry: MerchantEntry | undefined, token: string | undefined) => {
    const [, tokenVariable] = /^\$\{(\w+)\}$/.exec(token ?? '') ?? [];

    return entry && { ...entry, ...(tokenVariable === undefined ? {} : { tokenVariable }) };
  };
  const both = { one: named(one, merchants?.one?.token), several: named(several, merchants?.several?.token) };

  return { ...(both.one && { one: both.one }), ...(both.several && { several: both.several }) };
}

/** @throws DeploymentError where a header cannot be sent, or would take the place of the token */
function checkHeader(name: string, text: string, where: string): void {
  if (name.toLowerCase() === 'authorization') {
    throw new DeploymentError(
      `${where}: headers.${name}: expected the token under merchants.one.token, got it here`,
    );
  }
  try {
    validateHeaderName(name);
    validateHeaderValue(name, text);
  } catch {
    throw new DeploymentError(
      `${where}: headers: expected names and values that HTTP allows, got ${JSON.stringify(name)}`,
    );
  }
}

function substitute(value: unknown, environment: Environment, unset: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => substitute(item, environment, unset));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, substitute(item, environment, unset)]),
    );
  }
  if (typeof value !== 'string') return value;

  return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    // What a CI makes of a secret that is not there is an empty text.
    if ((environment[name] ?? '') === '') unset.add(name);

    return environment[name] ?? '';
  });
}

/** `/merchants/one/processors/0/mid` as `merchants.one.processors[0].mid`. */
function toPath(pointer: string): string {
  const path = pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');

  return path === '' ? 'the file' : path;
}
