/** Compiles the published code into dist. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { inPackage, PACKAGED } from '../src/mock/reference/page-files.ts';
import { bundleConsole } from './bundle-console.ts';
import { bundlePrism } from './bundle-prism.ts';
import { keepReachedTypes } from './keep-reached-types.ts';
import { writeSbom } from './sbom.ts';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.build.json'], { stdio: 'inherit' });
chmodSync('dist/cli/main.js', 0o755);
keepReachedTypes('dist');

const PAGE = 'src/mock/reference/page';
cpSync(PAGE, `dist/${PAGE}`, { recursive: true });
mkdirSync(`dist/${PAGE}/swagger-ui`);
for (const file of PACKAGED) {
  const installed = inPackage(file);
  if (installed === undefined) throw new Error(`swagger-ui-dist/${file} is missing: npm ci brings it`);
  copyFileSync(installed, `dist/${PAGE}/swagger-ui/${file}`);
}

const bundled = [...(await bundlePrism()), ...(await bundleConsole())];
writeSbom('dist/sbom.cdx.json', [
  ...bundled,
  `swagger-ui-dist@${manifest.devDependencies['swagger-ui-dist']}`,
]);
