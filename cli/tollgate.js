#!/usr/bin/env node
/**
 * Starts the command of a clone. In JavaScript, because Node loads its compiler (45 ms) at each start for an entry in
 * TypeScript; the compile cache covers all other files.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./main.ts');
