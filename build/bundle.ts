/** Bundles code with the packages that it uses into one file: Prism and the Model Context Protocol SDK for the package, and the command for the executable. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { minifySync } from 'rolldown/experimental';
import manifest from '../package.json' with { type: 'json' };
import { writeNotices } from './licences.ts';

interface Bundled {
  readonly code: string;
  /** The files that it is made of. */
  readonly files: readonly string[];
}

/**
 * Takes comments, spaces and long local names out of the compiled code: users run it, and read its types.
 *
 * @param bundled files that are small already
 */
export function minifyCode(bundled: readonly string[]): void {
  for (const file of globSync('dist/**/*.js')) {
    if (bundled.some((name) => file.endsWith(name))) continue;
    const options = { module: true, ...MINIFIED, mangle: { ...MINIFIED.mangle, toplevel: false } };
    const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), options);
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`);
    writeFileSync(file, code);
  }
}

/** Prism compares the names of its error classes. */
const KEPT = { keepNames: { function: true, class: true } };
const MINIFIED = {
  mangle: { keepNames: KEPT.keepNames },
  compress: KEPT,
  codegen: { removeWhitespace: true },
};

async function bundle(input: string, format: 'esm' | 'cjs', ...plugins: readonly Plugin[]): Promise<Bundled> {
  // The external packages are used only in a clone.
  const external = format === 'cjs' ? Object.keys(manifest.devDependencies) : [];
  await using built = await rolldown({ input, platform: 'node', external, plugins: [...plugins] });
  const { output } = await built.generate({
    ...{ format, codeSplitting: false },
    minify: MINIFIED,
  });

  return { code: output[0].code, files: output[0].moduleIds };
}

/** The compiled command, or a module that it loads later, as CommonJS. */
export function bundleCommand(input: string): Promise<Bundled> {
  return bundle(input, 'cjs', {
    name: 'packages that are loaded when first needed',
    // Replaces `createRequire`, which rolldown does not bundle, so that no package is looked up beside the executable.
    transform: (code) =>
      code.replaceAll(/createRequire\(import\.meta\.url\)(?=\((["'`])[^"'`]+\1\))/g, 'require'),
  });
}

const FOLDER = 'dist/src/mock/sampling';
const PRISM = '@stoplight/prism-http';
const PRISM_BUNDLE = 'prism-http.js';

const require = createRequire(import.meta.url);

/** Packages of which a part is enough: an ES module that can be bundled, one lodash for its minified twin. */
const PARTS = new Map([
  ['jsonc-parser', 'jsonc-parser/lib/esm/main.js'],
  ['./lodash.min', 'lodash/lodash.js'],
]);

/** What the mock does not need: Postman collections, functions in YAML, an HTTP client, and references to other files. */
const LEFT_OUT =
  /[\\/](http-spec[\\/]postman|esprima|node-fetch|isomorphic-fetch|https?-proxy-agent|node_modules[\\/]json-schema-ref-parser)[\\/]/;

/** Modules in whose place a shorter one does; `NAME` is that of the module. The bundle was half as large again with all of them. */
const SHORTER: readonly (readonly [path: RegExp, code: string])[] = [
  // The bundle has all of lodash: each of its functions as a module of its own would come on top.
  [
    /[\\/]lodash[\\/](?!(?:core|fp|lodash)\.js)([a-z]\w*)\.js$/,
    "module.exports = require('./lodash.js').NAME;",
  ],
  // Names operations and parameters within the process.
  [
    /[\\/]fnv-plus[\\/]index\.js$/,
    "exports.fast1a52hex = (text) => require('node:crypto').hash('sha1', text).slice(0, 13);",
  ],
  // Of all invented data, the contract needs words.
  [
    /[\\/]@faker-js[\\/]faker[\\/]dist[\\/]cjs[\\/]index\.js$/,
    "const words = ['alias', 'magni', 'nisi', 'porro', 'ullam']; exports.default = { lorem: { word: () => words[Math.floor(Math.random() * words.length)] } };",
  ],
  // The contract has JSON alone.
  [
    /[\\/]mime-db[\\/]db\.json$/,
    '{"application/json":{"extensions":["json"],"charset":"UTF-8","compressible":true}}',
  ],
];

/**
 * Bundles Prism into dist, so that users get the pinned versions and no telemetry.
 *
 * @returns the packages that the bundle contains, as `NAME@VERSION`
 */
export async function bundlePrism(): Promise<readonly string[]> {
  const importer = join(FOLDER, 'prism.js');
  const text = readFileSync(importer, 'utf8');
  const names = text.match(new RegExp(`import (\\{[^}]+\\}) from '${PRISM}';`))?.[1];
  if (names === undefined) throw new Error(`${importer}: expected an import of ${PRISM}, got none`);
  const entry = 'bundled-prism';
  const { code, files } = await bundle(entry, 'esm', {
    name: 'Prism without what the mock does not need',
    resolveId(id) {
      const part = PARTS.get(id);
      if (id === entry) return join(process.cwd(), entry);

      return part === undefined ? undefined : require.resolve(part);
    },
    load(id) {
      if (id.endsWith(entry)) return `export ${names} from '${PRISM}';`;
      if (LEFT_OUT.test(id)) return "module.exports = () => { throw new Error('left out of the package'); };";
      const shorter = SHORTER.find(([path]) => path.test(id));

      return shorter?.[1].replace('NAME', shorter[0].exec(id)?.[1] ?? '');
    },
    // The module exports through `this`, which the bundler does not support.
    transform: (code, id) =>
      id.includes('uri-template-lite') ? code.replaceAll('this.URI', 'module.exports.URI') : undefined,
  });
  writeFileSync(join(FOLDER, PRISM_BUNDLE), code);
  writeFileSync(importer, text.replace(`'${PRISM}'`, `'./${PRISM_BUNDLE}'`));

  return writeNotices(join(FOLDER, PRISM_BUNDLE), files);
}

const SDK = 'dist/cli/mcp/sdk.js';

/**
 * Bundles the Model Context Protocol SDK into dist, without its HTTP servers.
 *
 * @returns the packages that the bundle contains, as `NAME@VERSION`
 */
export async function bundleSdk(): Promise<readonly string[]> {
  const { code, files } = await bundle(SDK, 'esm');
  writeFileSync(SDK, code);

  return writeNotices(SDK, files);
}
