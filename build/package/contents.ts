/** Checks that the tarball has the files that users need, and no others. */
import manifest from '../../package.json' with { type: 'json' };

export interface Contents {
  /** In bytes, as is the unpacked size. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** The files for users. Any other file in the tarball is a mistake. */
const FOR_USERS: readonly RegExp[] = [
  /^dist\/(cli|src|conformance)\/.*\.(js|d\.ts|json|css|yaml|yml)$/,
  /^dist\/src\/.*\/(swagger-ui|prism-http|main)[./].*(LICENSE|LICENSE\.txt|NOTICE)$/,
  /^dist\/(fixtures\/.*|(merchants|report)\.schema|sbom\.cdx)\.json$/,
  /^(fixtures|examples)\/.*\.(json|yaml|ts)$/,
  /^docs\/.*\.(md|png)$/,
  /^(openapi(\.200)?\.yaml|[a-z]+\.schema\.json|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/,
];

/** Files that match the above but need the rest of the clone. */
const NOT_FOR_USERS = /(^|\/)node_modules\/|^dist\/.*\.test\.(js|d\.ts)$/;

/** @throws where a file is missing or superfluous */
export function checkContents({ files, size, unpackedSize }: Contents): string {
  const paths = files.map(({ path }) => path);
  const strays = paths.filter(
    (path) => NOT_FOR_USERS.test(path) || !FOR_USERS.some((form) => form.test(path)),
  );
  if (strays.length > 0)
    throw new Error(
      `the tarball: expected only files for users, got ${strays.join(', ')}: exclude them in package.json or tsconfig.build.json, or list them in build/package/contents.ts`,
    );
  const missing = named().filter((path) => !paths.includes(path));
  if (missing.length > 0)
    throw new Error(`the tarball: expected ${missing.join(', ')}, which package.json names, got nothing`);

  return `${paths.length} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`;
}

/** The files that package.json promises. */
function named(): readonly string[] {
  const targets = Object.values<string | object>(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values<string>({ ...target }),
  );

  return [...targets, ...Object.values(manifest.bin)].map((path) => path.replace(/^\.\//, ''));
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
