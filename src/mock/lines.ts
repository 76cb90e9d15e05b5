/** The lines of all operations, each with its stations. */
import { pathOf } from '../contract/operations.ts';
import type { OperationId } from '../contract/types.ts';
import type { Validators } from '../contract/validators.ts';
import { createCheck } from './check.ts';
import type { Clock } from './clock.ts';
import type { Fitting } from './fitting.ts';
import { FORESEE } from './foresee.ts';
import type { Context } from './handler.ts';
import { HANDLERS } from './handlers/index.ts';
import type { Line } from './line.ts';
import { createMend } from './mend.ts';
import type { Identify } from './merchants.ts';
import type { Prism } from './prism.ts';
import { createSample } from './sample.ts';

export type Lines = { readonly [O in OperationId]: Line };

export interface LinesOptions {
  readonly validators: Validators;
  readonly identify: Identify<Context>;
  readonly now: Clock['now'];
  readonly prism: Prism;
  /** Whether the contract alone answers every request. */
  readonly static: boolean;
  readonly fitting: Fitting;
}

export function createLines(options: LinesOptions): Lines {
  const { validators, identify, now, prism, fitting } = options;
  const lineOf = <O extends OperationId>(operation: O): Line => {
    const validate = validators[operation];
    const byContract = createCheck<O>(validate, () => []);
    const stations = fitting.stations<O>(operation, {
      identify,
      now,
      sample: createSample({ path: pathOf(operation), prism, check: byContract, always: options.static }),
      check: createCheck<O>(validate, FORESEE[operation]),
      handle: HANDLERS[operation],
      mend: createMend(operation),
    });

    return fitting.line(fitting.createLine(operation, stations));
  };

  return { calculateFee: lineOf('calculateFee'), attachSale: lineOf('attachSale') };
}
