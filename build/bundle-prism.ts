/** Bundles Prism into one file of dist, so that users get the pinned versions and no telemetry. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { writeNotices } from './licences.ts';

const FOLDER = 'dist/src/mock/sampling';
const PRISM = '@stoplight/prism-http';
const BUNDLE = 'prism-http.js';

const require = createRequire(import.meta.url);

/** Packages of which a part is enough: the English locale, and an ES module that can be bundled. */
const PARTS = new Map([
  ['@faker-js/faker', '@faker-js/faker/locale/en'],
  ['jsonc-parser', 'jsonc-parser/lib/esm/main.js'],
]);

/** Postman collections and an HTTP client, which the mock does not need. */
const LEFT_OUT = /[\\/](http-spec[\\/]postman|node-fetch|isomorphic-fetch|https?-proxy-agent)[\\/]/;

const lighter: Plugin = {
  name: 'lighter',
  resolveId(id) {
    const part = PARTS.get(id);

    return part === undefined ? undefined : require.resolve(part);
  },
  load: (id) =>
    LEFT_OUT.test(id) ? "module.exports = () => { throw new Error('left out of the package'); };" : undefined,
  // The module exports through `this`, which the bundler does not support.
  transform: (code, id) =>
    id.includes('uri-template-lite') ? code.replaceAll('this.URI', 'module.exports.URI') : undefined,
};

/** Returns the packages that the bundle contains, as `NAME@VERSION`. */
export async function bundlePrism(): Promise<readonly string[]> {
  const importer = join(FOLDER, 'prism.js');
  const text = readFileSync(importer, 'utf8');
  const names = text.match(new RegExp(`import (\\{[^}]+\\}) from '${PRISM}';`))?.[1];
  if (names === undefined) throw new Error(`${importer}: expected an import of ${PRISM}, got none`);

  const virtual = 'bundled-prism';
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === virtual ? join(process.cwd(), virtual) : undefined),
    load: (id) => (id.endsWith(virtual) ? `export ${names} from '${PRISM}';` : undefined),
  };
  await using bundle = await rolldown({ input: virtual, platform: 'node', plugins: [entry, lighter] });
  const { output } = await bundle.write({
    file: join(FOLDER, BUNDLE),
    format: 'esm',
    // Prism compares the names of its error classes, so names are not minified.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  });

  writeFileSync(importer, text.replace(`'${PRISM}'`, `'./${BUNDLE}'`));

  return writeNotices(join(FOLDER, BUNDLE), output[0].moduleIds);
}
