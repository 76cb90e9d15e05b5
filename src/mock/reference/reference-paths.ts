/** The paths of the reference, and the address of the mock as its client knows it. */
import { isIPv6 } from 'node:net';

export const INDEX = '/';
export const CONTRACT_YAML = '/_tollgate/openapi.yaml';
export const CONTRACT_JSON = '/_tollgate/openapi.json';
export const PAGE_FOLDER = '/_tollgate/reference';
/** The page, also where a console is at the index. */
export const PAGE: string = `${PAGE_FOLDER}/`;

/** The files that browsers load for the page. */
export const PAGE_FILES = [
  'contract.json',
  'start.js',
  'style.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'LICENSE',
  'NOTICE',
] as const;

export type PageFile = (typeof PAGE_FILES)[number];

export const REFERENCE_PATHS: readonly string[] = [
  INDEX,
  PAGE,
  CONTRACT_YAML,
  CONTRACT_JSON,
  ...PAGE_FILES.map((file) => `${PAGE_FOLDER}/${file}`),
];

/** The mock's end of a connection. */
export interface LocalEnd {
  readonly isTls: boolean;
  /** Undefined for an injected request, as is the port. */
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** No other characters, since the address is written into HTML, YAML and shell commands. */
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * An origin such as `http://127.0.0.1:4010`.
 *
 * @param host the header Host; one that is not a host name is ignored
 */
export function addressOf(host: string | undefined, { isTls, address, port }: LocalEnd): string {
  const scheme = isTls ? 'https' : 'http';
  const named = `${scheme}://${host}`;
  if (host !== undefined && HOST.test(host) && URL.canParse(named)) return new URL(named).origin;
  if (address === undefined || port === undefined) return `${scheme}://localhost`;

  return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
