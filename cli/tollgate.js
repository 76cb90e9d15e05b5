#!/usr/bin/env node
/**
 * Starts the command of a clone. In JavaScript, because Node loads its compiler (45 ms) at each start for an entry in
 * TypeScript; the compile cache covers all other files. Versions of Node that cannot read the rest get an error message.
 */
import * as module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `tollgate: expected Node.js 22.19 or later, got ${process.version}: run npm ci in the clone, which installs Node.js 24, and then node_modules/.bin/node cli/tollgate.js\n`,
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache();
  await import('./main.ts');
}
