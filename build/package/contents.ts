/** What the tarball holds: all that users need, and nothing that only this clone does. */
import { readFileSync } from 'node:fs';

export interface Contents {
  /** Of the tarball and of what is in it, in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** What is for users; whatever else lies in the tarball has come along by mistake. */
const FOR_USERS: readonly RegExp[] = [
  /^dist\/(src|conformance)\/.*\.(js|d\.ts|json|css|yaml|yml)$/,
  /^dist\/src\/.*\/(swagger-ui|prism-http)[./].*(LICENSE|LICENSE\.txt|NOTICE)$/,
  /^dist\/(fixtures\/.*|report\.schema)\.json$/,
  /^(fixtures|examples)\/.*\.(json|yaml|ts)$/,
  /^docs\/.*\.md$/,
  /^(openapi\.yaml|[a-z]+\.schema\.json|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/,
];

/** Of no use without the rest of the clone, though it looks like the above. */
const NOT_FOR_USERS = /(^|\/)(node_modules|testing|laws)\/|^dist\/.*[./](test|testing)\.(js|d\.ts)$/;

/** @throws where something is there that should not be, or is missing */
export function checkContents({ files, size, unpackedSize }: Contents): string {
  const paths = files.map(({ path }) => path);
  const strays = paths.filter(
    (path) => NOT_FOR_USERS.test(path) || !FOR_USERS.some((form) => form.test(path)),
  );
  if (strays.length > 0)
    throw new Error(
      `expected only what users need, got ${strays.join(', ')}: take it out in package.json or tsconfig.build.json, or list it in build/package/contents.ts`,
    );
  const missing = named().filter((path) => !paths.includes(path));
  if (missing.length > 0)
    throw new Error(`package.json names ${missing.join(', ')}, which the tarball lacks`);

  return `${paths.length} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`;
}

/** The files that package.json promises. */
function named(): readonly string[] {
  const { bin, exports: entries } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  const targets = Object.values(entries).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );

  return [...targets, ...Object.values(bin)].map((path) => path.replace(/^\.\//, ''));
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
