/** Checks the package as users get it: packs it, installs it into an empty folder, and runs it on the oldest Node and on this one. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { COMMANDS } from './package/commands.ts';
import {
  checkExamples,
  checkImports,
  checkManifest,
  checkPrism,
  checkTypes,
  checkTypesOfTarball,
} from './package/entries.ts';
import { install, installNode, makeProject, oldestVersion, pack } from './package/tarball.ts';
import { prepare, removeAtEnd, step } from './steps.ts';

const cli = process.env['npm_execpath'];
if (cli === undefined) throw new Error('it is run by npm: npm run check:package');

const work = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
removeAtEnd(work);

const npmOn = (node: string) => [join(node, 'node'), cli];
const npxOn = (node: string) => [join(node, 'node'), join(dirname(cli), 'npx-cli.js'), '--no-install'];

const own = dirname(process.execPath);
const tarball = await prepare('npm pack', () => pack(npmOn(own), work));
const oldest = await prepare(`Node ${oldestVersion()}`, () =>
  installNode(oldestVersion(), npmOn(own), makeProject(join(work, 'node'), own)),
);
const user = makeProject(join(work, 'user'), own);

for (const [version, node, place] of [
  [oldestVersion(), oldest, makeProject(join(work, 'user-oldest'), oldest)],
  [process.versions.node, own, user],
] as const) {
  const on = (what: string) => `${what}, Node ${version}`;
  await prepare(on('npm install'), () => install(place, npmOn(node), tarball));
  for (const [name, look] of Object.entries(COMMANDS)) await step(on(name), () => look(place, npxOn(node)));
  await step(on('imports'), () => checkImports(place, join(node, 'node')));
}

const installed = join(user.folder, 'node_modules/tollgate');
await step('types', () => checkTypes(user, process.execPath));
await step('Are the types wrong', () => checkTypesOfTarball(tarball));
await step('publint', () => checkManifest(installed));
await step('Prism in one file', () => checkPrism(installed));
await step('examples', () => checkExamples(user, process.execPath));
