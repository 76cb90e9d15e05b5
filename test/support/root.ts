/** The root of the project. Alone, so that who needs it loads nothing else. */
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
