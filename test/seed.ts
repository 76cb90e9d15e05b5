/** One seed for all laws of a test run, so that a red run can be run again: `SEED=… npm test`. */
import fc from 'fast-check';

const seed = Number(process.env['SEED'] ?? 20_260_101);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
