/** The paths of the reference, and the facts about a mock that it shows. */
import type { ProcessorNames } from './page-contract.ts';

export const INDEX = '/';
export const CONTRACT_YAML = '/_tollgate/openapi.yaml';
export const CONTRACT_JSON = '/_tollgate/openapi.json';
export const PAGE_FOLDER = '/_tollgate/reference';

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
  CONTRACT_YAML,
  CONTRACT_JSON,
  ...PAGE_FILES.map((file) => `${PAGE_FOLDER}/${file}`),
];

/** Read for each request, since merchants can change while the mock runs. */
export interface About {
  /** The default merchant. */
  readonly merchant: string;
  readonly processors: readonly ProcessorNames[];
  readonly tokens: Tokens;
  /** Whether all responses are samples of the contract. */
  readonly isStatic: boolean;
  /** The path of the control routes; absent for a mock without them. */
  readonly control?: string;
}

/** The page shows a token only where the mock accepts any: a valid token would be readable by all who reach the port. */
type Tokens =
  | { readonly kind: 'open'; readonly token: string }
  | { readonly kind: 'verified'; readonly expected: string };
