/** Fits a mock with defects: ties their hooks to the stations of its lines. */
import type { BreakableRule } from '../../contract/rule-ids.ts';
import type { OperationId, RequestBody, ResponseBody } from '../../contract/types.ts';
import { after } from '../../ledger/after.ts';
import type { Fitting } from '../fitting.ts';
import { accepted } from '../handler.ts';
import type { Line, Stations } from '../line.ts';
import { MockError } from '../mock-error.ts';
import { type Rendered, render, type Written } from '../render.ts';
import type { Call, Fields, Hooks } from './defect.ts';
import { DEFECTS } from './index.ts';

/** @throws MockError `unknown-defect` */
export function fitDefects(rules: readonly BreakableRule[]): Omit<Fitting, 'createLine'> {
  const fitted = rules.map((rule) => {
    const found = Object.hasOwn(DEFECTS, rule) ? DEFECTS[rule] : undefined;
    if (found !== undefined) return found.create();
    throw new MockError(
      'unknown-defect',
      `defect: expected the id of a rule that a mock can break, got ${JSON.stringify(rule)}`,
    );
  });

  const rewrites = fitted.map(({ rendered }) => rendered).filter((rewrite) => rewrite !== undefined);

  return {
    largestBody: fitted.find((hooks) => hooks.largestBody !== undefined)?.largestBody,
    ledger: (ledger) => fitted.reduce((inner, hooks) => hooks.ledger?.(inner) ?? inner, ledger),
    stations: (operation, stations) =>
      fitted.reduce((inner, hooks) => fitStations(operation, inner, hooks), stations),
    line: (line) => (arrival) => {
      for (const { before } of fitted) before?.(arrival);
      const outcome = line(arrival);

      return rewrites.length === 0 ? outcome : after(outcome, (done) => rewritten(done, rewrites));
    },
    methods: [...new Set(fitted.flatMap(({ methods = [] }) => methods))],
    authority: (authority) => ({
      ...authority,
      read: fitted.reduce((read, { tokens }) => tokens?.(read) ?? read, authority.read),
    }),
  };
}

function fitStations<O extends OperationId>(operation: O, stations: Stations<O>, hooks: Hooks): Stations<O> {
  return {
    ...stations,

    identify: (header) =>
      stations.identify(hooks.authorization === undefined ? header : hooks.authorization(header)),

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

type Came = Awaited<ReturnType<Line>>;

/** The outcome, written as these would have it. */
function rewritten(outcome: Came, rewrites: readonly ((rendered: Rendered) => Rendered)[]): Written {
  return {
    kind: 'written',
    write: (requestId) =>
      rewrites.reduce((rendered, rewrite) => rewrite(rendered), render(outcome, requestId)),
  };
}
