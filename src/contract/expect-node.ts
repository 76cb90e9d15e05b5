/** Refuses older versions of Node.js. Entries of the package import it first: packages that they load fail there by themselves. */
import { NODE_PROBLEM } from './node-version.ts';

if (NODE_PROBLEM !== undefined) throw new Error(`tollgate: ${NODE_PROBLEM}`);
