/** Writes the licence texts of the packages that a bundle contains. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Licences that require only their notice. */
const PERMISSIVE =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Python-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0)$/;

/** Licences that a package.json combines. */
const ALSO_PERMISSIVE = /^\(?(MIT|BSD-3-Clause) (OR|AND) [\w.-]+\)?$/;

/** An installed package. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly licence: string;
}

/** The packages that these files belong to. @throws Error where one has no permissive licence */
export function packagesOf(files: readonly string[]): readonly Package[] {
  const folders = files.flatMap(
    (file) => file.match(/^.*node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/)?.[0] ?? [],
  );

  return [...new Set(folders)].map((folder) => {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const licence = String(license?.type ?? license ?? licenses?.[0]?.type);
    if (!PERMISSIVE.test(licence) && !ALSO_PERMISSIVE.test(licence))
      throw new Error(`${name} ${version}: expected a permissive licence, got ${licence}`);

    return { name, version, folder, licence };
  });
}

/**
 * Writes the licences beside the bundle of these files, and returns its packages as `NAME@VERSION`.
 *
 * @throws Error where one has no permissive licence
 */
export function writeNotices(bundle: string, files: readonly string[]): readonly string[] {
  const packages = packagesOf(files);
  writeFileSync(`${bundle}.LICENSE.txt`, noticesOf(basename(bundle), packages));

  return packages.map(({ name, version }) => `${name}@${version}`);
}

/** The licence texts of the packages in the bundle of this name. */
export function noticesOf(bundle: string, packages: readonly Package[]): string {
  const notices = packages.map(({ name, version, folder, licence }) => {
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text =
      file === undefined ? '(no text in the package)' : readFileSync(join(folder, file), 'utf8').trim();

    return `${name} ${version}, ${licence}\n\n${text}\n`;
  });

  return `${bundle} contains these packages.\n\n${notices.toSorted().join(`\n${'-'.repeat(80)}\n\n`)}`;
}
