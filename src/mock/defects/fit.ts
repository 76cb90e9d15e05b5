/** Fits a mock with defects: ties their hooks to the stations of its lines. */
import type { MustRule } from '../../contract/rule-ids.ts';
import type { OperationId, RequestBody, ResponseBody } from '../../contract/types.ts';
import type { Fitting } from '../fitting.ts';
import { accepted } from '../handler.ts';
import type { Stations } from '../line.ts';
import { MockError } from '../mock-error.ts';
import type { Call, Fields, Hooks } from './defect.ts';
import { DEFECTS } from './index.ts';

/** @throws MockError `unknown-defect` */
export function fitDefects(rules: readonly MustRule[]): Omit<Fitting, 'createLine'> {
  const fitted = rules.map((rule) => {
    if (Object.hasOwn(DEFECTS, rule)) return DEFECTS[rule].create();
    throw new MockError(
      'unknown-defect',
      `defect: expected the id of a must rule, got ${JSON.stringify(rule)}`,
    );
  });

  return {
    ledger: (ledger) => fitted.reduce((inner, hooks) => hooks.ledger?.(inner) ?? inner, ledger),
    stations: (operation, stations) =>
      fitted.reduce((inner, hooks) => fitStations(operation, inner, hooks), stations),
    line: (line) => (arrival) => {
      for (const { before } of fitted) before?.(arrival);

      return line(arrival);
    },
  };
}

function fitStations<O extends OperationId>(operation: O, stations: Stations<O>, hooks: Hooks): Stations<O> {
  return {
    ...stations,

    check(visit, context) {
      const checked = stations.check(visit, context);
      const request = (checked.kind === 'valid' ? checked.body : visit.body) as Fields;
      const call: Call = { operation, request, merchant: context.merchant };
      const violations = checked.kind === 'valid' ? [] : checked.violations;
      const left = hooks.violations?.(violations, call) ?? violations;
      if (left.length > 0) return { kind: 'invalid', violations: left };

      return { kind: 'valid', body: (hooks.request?.(request, call) ?? request) as RequestBody[O] };
    },

    async handle(request, context) {
      const outcome = await stations.handle(request, context);
      if (outcome.kind !== 'accepted' || hooks.answer === undefined) return outcome;
      const call: Call = { operation, request: request as Fields, merchant: context.merchant };

      return accepted((await hooks.answer(outcome.body as Fields, call)) as ResponseBody[O]);
    },
  };
}
