/** The packages that bundles contain: their licence texts, and the software bill of materials. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** Licences that require only their notice, and those that a package.json combines with one. */
const PERMISSIVE =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Python-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0)$|^\(?(MIT|BSD-3-Clause) (OR|AND) [\w.-]+\)?$/;

/** An installed package. */
interface Package {
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
    if (!PERMISSIVE.test(licence))
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

interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * Writes the bill of materials (CycloneDX 1.5): the packages that users install, and those that the package contains.
 *
 * @param contained `NAME@VERSION` of the packages that tollgate bundles
 */
export function writeSbom(file: string, contained: readonly string[]): void {
  const { name, dependencies } = manifest;
  const {
    serialNumber: _,
    metadata,
    ...all
  }: Sbom = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
      ...{ encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] },
    }),
  );
  const { timestamp: __, ...about } = metadata;
  // `npm sbom --omit=dev` also leaves out the packages that a peer dependency reaches.
  const direct = Object.entries(dependencies).map(([dependency, version]) => `${dependency}@${version}`);
  const refs = new Set(direct);
  for (const ref of refs)
    for (const next of all.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []) refs.add(next);
  for (const ref of contained) refs.add(ref);
  const missing = [...refs].filter((ref) => !all.components.some((one) => one['bom-ref'] === ref));
  if (missing.length > 0)
    throw new Error(
      `package-lock.json: expected ${missing.join(', ')}, got no such package: run npm install`,
    );
  const reached = all.dependencies.filter(({ ref }) => refs.has(ref));
  const sbom = {
    ...all,
    // No serial number or time, so that two builds of one commit are equal. The name, since npm takes the folder's.
    metadata: { ...about, component: { ...about.component, name } },
    components: all.components.filter((one) => refs.has(one['bom-ref'])),
    dependencies: [
      { ref: about.component['bom-ref'], dependsOn: [...new Set([...direct, ...contained])].toSorted() },
      ...reached.map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => refs.has(one)),
      })),
    ],
  };
  writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
}
