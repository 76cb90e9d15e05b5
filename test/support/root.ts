/** The root of the project. Alone, since the compiler, which other tests read its files with, takes a second to load. */
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
