/** Writes the software bill of materials (CycloneDX 1.5): the packages that users install, and those that the package contains. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** @param contained `NAME@VERSION` of the packages that tollgate bundles */
export function writeSbom(file: string, contained: readonly string[]): void {
  const { name, dependencies } = manifest;
  const all = readLock();
  // `npm sbom --omit=dev` also leaves out the packages that a peer dependency reaches.
  const direct = Object.entries(dependencies).map(([dependency, version]) => `${dependency}@${version}`);
  const refs = new Set([...withDependencies(direct, all), ...contained]);
  const missing = [...refs].filter((ref) => !all.components.some((one) => one['bom-ref'] === ref));
  if (missing.length > 0)
    throw new Error(
      `package-lock.json: expected ${missing.join(', ')}, got no such package: run npm install`,
    );

  const { serialNumber: _, metadata, ...others } = all;
  const { timestamp: __, ...about } = metadata;
  const root = about.component['bom-ref'];
  const sbom = {
    ...others,
    // No serial number or time, so that two builds of one commit are equal. The name, since npm takes the folder's.
    metadata: { ...about, component: { ...about.component, name } },
    components: all.components.filter((one) => refs.has(one['bom-ref'])),
    dependencies: [
      { ref: root, dependsOn: [...new Set([...direct, ...contained])].toSorted() },
      ...all.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
    ],
  };
  writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
}

function withDependencies(direct: readonly string[], { dependencies }: Sbom): ReadonlySet<string> {
  const reached = new Set(direct);
  for (const ref of reached)
    for (const next of dependencies.find((one) => one.ref === ref)?.dependsOn ?? []) reached.add(next);

  return reached;
}

function readLock(): Sbom {
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

  return JSON.parse(text);
}
