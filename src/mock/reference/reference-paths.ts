/** The paths of the reference. */

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
