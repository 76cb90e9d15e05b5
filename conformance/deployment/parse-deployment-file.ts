/** Parses and validates a deployment file: YAML in which `${NAME}` stands for an environment variable. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { SchemaProblem } from '../../src/reading/json-schema.ts';
import schema from './deployment.schema.json' with { type: 'json' };
import { type Deployment, DeploymentError, type KnownProcessor } from './deployment.ts';
import type { Environment } from './proxy-route.ts';
import type { TlsPaths } from './read-connection-options.ts';
import { fileCheck, listProblems, parseYaml, problemFormatter } from './read-file.ts';

export interface DeploymentFile
  extends Partial<
    Pick<Deployment, 'headers' | 'cards' | 'multiPay' | 'cardTokens' | 'tokens' | 'buildHeader'>
  > {
  readonly url?: string;
  readonly merchants?: MerchantEntries;
  readonly regions?: Partial<Deployment['regions']>;
  readonly amounts?: Partial<Deployment['amounts']>;
  readonly pricing?: string;
  readonly limits?: Partial<Deployment['limits']>;
  readonly tls?: TlsPaths;
}

interface MerchantEntries {
  readonly one?: MerchantEntry;
  readonly several?: MerchantEntry;
}

/** A token, or the command that prints it. */
export type GivenToken = string | { readonly command: string };

export interface MerchantEntry {
  readonly name?: string;
  readonly token?: GivenToken;
  /** Added by the parser: the variable that the token is taken from. */
  readonly tokenVariable?: string;
  readonly processors?: readonly KnownProcessor[];
}

/** JSON Pointers to values that may be secret, also in an invalid file. */
const MAY_BE_SECRET = /^\/(?:headers|cardTokens|tokens|merchants(?!.*\/processors))/;

const check = fileCheck(schema);

/**
 * The file's values, with variables substituted.
 *
 * @param token from the command line: overrides that of `merchants.one`, whose variable may then be unset
 * @throws DeploymentError with every problem
 */
export function parseDeploymentFile(
  text: string,
  where: string,
  environment: Environment,
  token: GivenToken | undefined,
): DeploymentFile {
  const raw = parseYaml(text, where, (message) => new DeploymentError(message)) ?? {};
  const template = token === undefined ? raw : withToken(raw, token);
  const unset = variablesIn(template).filter((name) => isUnset(name, environment));
  if (unset.length > 0)
    throw new DeploymentError(
      `${where}: expected these variables in the environment, got nothing: ${[...new Set(unset)].join(', ')}`,
    );
  const value = substitute(template, environment);
  const problems = check(value).map(hideSecret);
  if (problems.length > 0) throw new DeploymentError(listProblems(problems, problemFormatter(text, where)));
  const file = value as DeploymentFile;
  for (const [name, content] of Object.entries(file.headers ?? {})) checkHeader(name, content, where);

  return file.merchants === undefined
    ? file
    : { ...file, merchants: withTokenVariables(file.merchants, raw as DeploymentFile) };
}

/**
 * Whether a valid file gives `merchants.one` another token than this one. A token from an unset variable counts as
 * another one.
 */
export function givesOtherToken(
  text: string,
  where: string,
  environment: Environment,
  token: string,
): boolean {
  const file = parseYaml(text, where, (message) => new DeploymentError(message)) as DeploymentFile | null;
  const given = file?.merchants?.one?.token;

  return given !== undefined && substitute(given, environment) !== token;
}

function hideSecret(problem: SchemaProblem): SchemaProblem {
  const { pointer, got, known } = problem;
  const isShown = got === 'nothing' || known !== undefined || !MAY_BE_SECRET.test(pointer);

  return isShown ? problem : { ...problem, got: 'something else' };
}

function withToken(raw: unknown, token: GivenToken): unknown {
  const { merchants, ...file } = raw as DeploymentFile;
  if (merchants?.one?.token === undefined) return raw;

  return { ...file, merchants: { ...merchants, one: { ...merchants.one, token } } };
}

/** Printed commands name the variables instead of the tokens. */
function withTokenVariables({ one, several }: MerchantEntries, raw: DeploymentFile): MerchantEntries {
  const withVariable = (entry: MerchantEntry, token: GivenToken = ''): MerchantEntry => {
    const [, tokenVariable] = (typeof token === 'string' && /^\$\{(\w+)\}$/.exec(token)) || [];

    return tokenVariable === undefined ? entry : { ...entry, tokenVariable };
  };

  return {
    ...(one && { one: withVariable(one, raw.merchants?.one?.token) }),
    ...(several && { several: withVariable(several, raw.merchants?.several?.token) }),
  };
}

/** @throws DeploymentError where the header cannot be sent or would replace the token */
function checkHeader(name: string, value: string, where: string): void {
  if (name.toLowerCase() === 'authorization')
    throw new DeploymentError(
      `${where}: headers.${name}: expected the token in merchants.one.token, got it here`,
    );
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw new DeploymentError(
      `${where}: headers: expected names and values that HTTP allows, got ${JSON.stringify(name)}`,
    );
  }
}

const VARIABLE = /\$\{(\w+)\}/g;

function variablesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(VARIABLE)].map(([, name = '']) => name);

  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(variablesIn) : [];
}

/** CI systems set a missing secret to an empty text. */
function isUnset(name: string, environment: Environment): boolean {
  return (environment[name] ?? '') === '';
}

function substitute(value: unknown, environment: Environment): unknown {
  if (typeof value === 'string') return value.replace(VARIABLE, (_, name: string) => environment[name] ?? '');
  if (Array.isArray(value)) return value.map((item) => substitute(item, environment));
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, environment)]));
}
