/** One seed for all laws of a test run, so that a red run can be run again: `SEED=… npm test`. */
import { registerHooks } from 'node:module';
import fc from 'fast-check';
import { inject } from 'vitest';

/** A thorough run tries other cases than `npm test`. */
const seed = Number(process.env['SEED'] ?? 20_260_101) + (inject('isThorough') ? 1 : 0);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

// The examples name the package as users do.
const CLIENT = new URL('../src/client/index.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => next(name === 'tollgate/client' ? CLIENT : name, context),
});
