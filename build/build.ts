/** Compiles the published code into dist. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, normalize } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import ts from 'typescript';
import { SUITE_DIGEST, suiteDigest } from '../conformance/evidence/digests.ts';
import manifest from '../package.json' with { type: 'json' };
import { bundleConsole } from '../src/console/console-files.ts';
import { COMPRESSED, inPackage, PACKAGED } from '../src/mock/reference/page.ts';
import { bundlePrism, bundleSdk, minifyCode } from './bundle.ts';
import { writeNotices, writeSbom } from './licences.ts';

const DECLARATION = '.d.ts';

/** In bytes, compressed. */
const LARGEST_SCRIPT = 80 * 1024;

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.build.json'], { stdio: 'inherit' });
chmodSync('dist/cli/main.js', 0o755);
keepReachedTypes();

writeFileSync(`dist/${SUITE_DIGEST}`, suiteDigest());

for (const path of [
  ...['cli/completions', 'cli/help', 'cli/init/templates'],
  ...globSync('{cli/mcp/*.yaml,conformance/{profiles/*.yaml,report/*.css}}'),
])
  cpSync(path, `dist/${path}`, { recursive: true });

const PAGE = 'src/mock/reference/page';
cpSync(PAGE, `dist/${PAGE}`, { recursive: true });
mkdirSync(`dist/${PAGE}/swagger-ui`);
for (const file of PACKAGED) {
  const installed = inPackage(file);
  if (installed === undefined) throw new Error(`swagger-ui-dist/${file} is missing: npm ci brings it`);
  const to = `dist/${PAGE}/swagger-ui/${file}`;
  if (/\.(js|css)$/.test(file))
    writeFileSync(`${to}${COMPRESSED}`, brotliCompressSync(readFileSync(installed)));
  else copyFileSync(installed, to);
}

const bundled = [...(await bundlePrism()), ...(await bundleSdk()), ...(await writeConsole())];
minifyCode(['prism-http.js', 'swagger-ui-bundle.js', 'cli/mcp/sdk.js', 'console/page/main.js']);
writeSbom('dist/sbom.cdx.json', [
  ...bundled,
  `swagger-ui-dist@${manifest.devDependencies['swagger-ui-dist']}`,
]);

/**
 * Bundles the console into one script and one stylesheet, so that users need not install its packages.
 *
 * @returns the packages that the script contains, as `NAME@VERSION`. @throws Error where the script is too large
 */
async function writeConsole(): Promise<readonly string[]> {
  const { script, style, sources } = await bundleConsole();
  const size = gzipSync(script).length;
  if (size > LARGEST_SCRIPT)
    throw new Error(
      `the script of the console: expected at most ${LARGEST_SCRIPT} bytes compressed, got ${size}`,
    );
  const folder = 'dist/src/console/page';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.js'), script);
  writeFileSync(join(folder, 'style.css'), style);

  return writeNotices(join(folder, 'main.js'), sources);
}

/** Deletes the compiled types that no entry of the package reaches. */
function keepReachedTypes(): void {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles)
      if (/^\..*\.[jt]s$/.test(fileName))
        visit(join(file, '..', fileName.replace(/(\.d)?\.[jt]s$/, DECLARATION)));
  };
  for (const target of Object.values(manifest.exports))
    if (typeof target !== 'string') visit(normalize(target.types));
  for (const file of globSync(`dist/**/*${DECLARATION}`)) if (!reached.has(file)) rmSync(file);
}
