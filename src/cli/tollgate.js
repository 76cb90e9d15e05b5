#!/usr/bin/env node
/**
 * Starts the command of a clone. In JavaScript: for an entry in TypeScript, Node loads its compiler at each start, 45 ms,
 * where the compile cache has all that follows.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./main.ts');
