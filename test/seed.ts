/** One seed for all laws of a test run, so that a red run can be run again: `SEED=… npm test`. */
import fc from 'fast-check';
import { inject } from 'vitest';

/** A thorough run tries other cases than `npm test`. */
const seed = Number(process.env['SEED'] ?? 20_260_101) + (inject('isThorough') ? 1 : 0);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
