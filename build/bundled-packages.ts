/** The packages that a bundle contains: their versions, and their licences in a file beside it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Licences that require no more than their notice. */
const PERMISSIVE =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Python-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0)$/;

/** Licences that a package.json combines. */
const ALSO_PERMISSIVE = /^\(?(MIT|BSD-3-Clause) (OR|AND) [\w.-]+\)?$/;

/**
 * Writes the licences beside a bundle.
 *
 * @param files that it is made of
 * @returns the packages as `NAME@VERSION`
 * @throws Error where a licence requires more than its notice
 */
export function writeNotices(bundle: string, files: readonly string[]): readonly string[] {
  const folders = foldersOf(files);
  writeFileSync(`${bundle}.LICENSE.txt`, noticesOf(basename(bundle), folders));

  return folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

    return `${name}@${version}`;
  });
}

/** The folders of the packages that these files belong to. */
function foldersOf(files: readonly string[]): readonly string[] {
  const folders = files.flatMap(
    (file) => file.match(/^.*node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/)?.[0] ?? [],
  );

  return [...new Set(folders)];
}

/** The licence texts of the packages in these folders. */
function noticesOf(bundle: string, folders: readonly string[]): string {
  const notices = folders.map((folder) => {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const licence = String(license?.type ?? license ?? licenses?.[0]?.type);
    if (!PERMISSIVE.test(licence) && !ALSO_PERMISSIVE.test(licence))
      throw new Error(`${name} ${version}: expected a permissive licence, got ${licence}`);
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text =
      file === undefined ? '(no text in the package)' : readFileSync(join(folder, file), 'utf8').trim();

    return `${name} ${version}, ${licence}\n\n${text}\n`;
  });

  return `${bundle} contains these packages.\n\n${notices.toSorted().join(`\n${'-'.repeat(80)}\n\n`)}`;
}
