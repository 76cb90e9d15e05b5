/** Runs the client with one fault at a time, and asks the rules what it sends then. A failure of a must rule has to repeat. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { EffortName } from '../report/report.ts';
import { isOfSame } from '../rule/client-calls.ts';
import { type ClientRule, type EndFinding, notJudged } from '../rule/client-rule.ts';
import { CLIENT_RULES } from '../rules/client-rules.gen.ts';
import { type ClientOutcome, type ClientResult, createRunResults, skipped } from './client-results.ts';
import { observeClient, withoutExempt } from './observe-client.ts';
import type { ClientRun, RunName, Runs, Variation } from './run-client.ts';

/** A rule that a run is asked about. */
interface Asked {
  readonly rule: ClientRuleId;
  /** Whether it is judged only where the command passed: tests that depend on each other go on after a failure. */
  readonly ifPassed?: true;
  /** The rule whose success under an earlier fault dispels a doubt; this one by default. */
  readonly trustedBy?: ClientRuleId;
}

interface FaultScenario {
  readonly asks: readonly Asked[];
  readonly choices?: Variation['choices'];
  /** Undefined if the baseline run lacks what they vary. */
  readonly faults: (baseline: ClientRun) => readonly string[] | undefined;
  /** Whether the run waits for the client to give up: a client that never does is run so once. */
  readonly isSilent?: boolean;
}

const FEE = 'path=/v1/ch';
const SALE = 'path=/v1/ch/sale';

const NO_SALE: Asked = { rule: 'client-resilience/no-sale-after-refused-fee' };
const REPEATS: Asked = { rule: 'client-resilience/repeats-safely' };
const PUT_OFF: Asked = { rule: 'client-resilience/waits-for-retry-after' };
const GIVES_UP: Asked = { rule: 'client-resilience/gives-up' };
const SURVIVES: Asked = { rule: 'client-resilience/survives-malformed-answers' };
const SELLS_ONCE: Asked = { rule: 'client-flow/sells-once' };
const AFTER_SALE: Asked = { rule: 'client-flow/sells-at-the-last-price', ifPassed: true };
/** Tests that depend on each other would also sell after a refused fee call. */
const PRICED: Asked = { rule: 'client-flow/sells-what-was-priced', trustedBy: NO_SALE.rule };

function always(faults: readonly string[], ...asks: readonly Asked[]): FaultScenario {
  return { asks, faults: () => faults, isSilent: faults.includes('hang') };
}

function refused(fault: string, choices: Variation['choices'] = {}): FaultScenario {
  return { ...inFees([fault], NO_SALE), choices };
}

function inFees(faults: readonly string[], ...asks: readonly Asked[]): FaultScenario {
  return always(
    faults.map((fault) => `${FEE}${fault}`),
    ...asks,
  );
}

/** Faults of sales; a client that sells nothing is not run with them. */
function inSales(...faults: readonly string[]): FaultScenario {
  return {
    asks: [SELLS_ONCE, REPEATS, AFTER_SALE, GIVES_UP],
    faults: (baseline) => (hasSale(baseline) ? faults.map((fault) => `${SALE}${fault}`) : undefined),
    isSilent: faults.some((fault) => fault.includes('hang')),
  };
}

function hasSale({ calls }: ClientRun): boolean {
  return calls.some(({ operation }) => operation === 'attachSale');
}

/** Faults of all fee calls from the first update on, if there is one. */
function inUpdates(faults: readonly string[], ...asks: readonly Asked[]): FaultScenario {
  return {
    asks,
    faults(baseline) {
      const before = beforeUpdate(baseline);

      return before === undefined ? undefined : [before, ...faults.map((fault) => `${FEE}${fault}`)];
    },
  };
}

/** A fault that changes nothing, for the fee calls before the first one for a transaction that has a fee. */
function beforeUpdate({ calls }: ClientRun): string | undefined {
  const fees = calls.filter(({ operation }) => operation === 'calculateFee');
  const at = fees.findIndex((fee, index) =>
    fees.slice(0, index).some((earlier) => earlier.outcome.kind === 'accepted' && isOfSame(earlier, fee)),
  );

  return at < 0 ? undefined : `${FEE}, times=${at}: latency=0`;
}

/** Calls that are late, so that a long run of orders stays within its time. */
const MOST_LATE = 8;

/** From the first update on every fee call is late and refused: a client may sell at once, or go on with the old price. */
const REFUSED_UPDATE = inUpdates(
  [`, times=${MOST_LATE}: latency=300, refuse`, ': refuse'],
  { rule: 'client-flow/sells-at-the-last-price' },
  { rule: 'client-flow/sells-at-an-accepted-price', ifPassed: true },
);

/** The new price is stored, and the client does not get to know it. */
const lostUpdate = (...faults: readonly string[]) => inUpdates(faults, AFTER_SALE, GIVES_UP);

/** The first sale is put off, and further ones fail. In a run of its own: a client that gives up at an earlier call sells nothing. */
const PUT_OFF_SALE: FaultScenario = {
  asks: [PUT_OFF, SELLS_ONCE, GIVES_UP],
  faults: (baseline) =>
    hasSale(baseline) ? [`${SALE}, times=1: status=503;retry-after=1`, `${SALE}: status=500`] : undefined,
};

const STANDARD: readonly FaultScenario[] = [
  // A fee and the sTxId of a transaction, beside a message that is not ok. First, since only here a sale is accepted:
  // a command that fails all the same goes on after a failed check.
  refused(': message="not ok"'),
  inFees([': refuse'], NO_SALE, GIVES_UP),
  // None of the three fields; then a fee of zero and an sTxId beside another message.
  {
    ...inFees([', every=2: refuse', ': no-fields'], NO_SALE),
    choices: { refusal: '2xx-zero-fee-stxid' },
  },
  inFees([': status=500'], NO_SALE, GIVES_UP),
  REFUSED_UPDATE,
  lostUpdate(', times=1: reset=after', ': truncated'),
  inFees([', times=1: status=429;retry-after=1', ', times=1: status=503;retry-after=1'], PUT_OFF),
  inUpdates([', times=1: status=429;retry-after=1'], PUT_OFF),
  PUT_OFF_SALE,
  inSales(', times=1: reset=after', ', times=1: truncated'),
  // The first answer to a fee call is lost; later, all sales are refused.
  always([`${FEE}, times=1: reset=after`, `${SALE}: status=500`], REPEATS, GIVES_UP, SELLS_ONCE),
  // What a client sends after the first lost answer is the same whether or not the next one is lost as well.
  always(['reset'], GIVES_UP, REPEATS, PRICED),
  always(['hang'], GIVES_UP, REPEATS),
  inSales(', times=1: hang=after'),
  // An empty body first: some clients take it for a success, and those that fail to parse it fail to parse others.
  inFees([', every=2: malformed', ': empty'], SURVIVES),
];

const REFUSALS = ['json', 'html', 'empty', '2xx-message', '2xx-message-stxid', '2xx-zero-fee'] as const;

/** Scenarios that only the effort deep tries. */
const RARE: readonly FaultScenario[] = [
  ...[...REFUSALS, '2xx-zero-fee-stxid' as const].map((refusal) => refused(': refuse', { refusal })),
  refused(': message=declined'),
  inFees([', times=1: status=429;retry-after=2'], PUT_OFF),
  always([`${SALE}, times=1: status=503;retry-after=2`], PUT_OFF),
  ...['reset', 'reset=after', 'truncated', 'malformed', 'empty'].flatMap((fault) => [
    lostUpdate(`: ${fault}`),
    lostUpdate(`, times=1: ${fault}`),
    inSales(`, times=1: ${fault}`),
    inSales(`: ${fault}`),
  ]),
  ...['refuse', 'status=500', 'latency=1000'].map((fault) => inSales(`: ${fault}`)),
  inFees([', times=1: reset=after'], REPEATS),
  inFees([', times=1: reset'], REPEATS),
  always(['status=500'], GIVES_UP),
  inFees([': truncated'], SURVIVES),
  inFees([': empty'], SURVIVES),
];

const SCENARIOS: { readonly [E in EffortName]: readonly FaultScenario[] } = {
  quick: [],
  standard: STANDARD,
  deep: [...STANDARD, ...RARE],
};

export function countScenarios(effort: EffortName, selects: Runs['selects']): number {
  return SCENARIOS[effort].filter(({ asks }) => asks.some(({ rule }) => selects(rule))).length;
}

/** The runs of a client that passes. */
export function expectScenarios(effort: EffortName, runs: Runs): readonly RunName[] {
  return SCENARIOS[effort]
    .filter(({ asks }) => asks.some(({ rule }) => runs.selects(rule)))
    .flatMap((scenario) => toRunName(scenario, runs) ?? []);
}

/** Undefined if the baseline run lacks what the scenario varies. */
function toRunName(
  { choices = {}, faults: faultsIn, isSilent: isLong }: FaultScenario,
  { baseline, silentLimit }: Runs,
): RunName | undefined {
  const faults = faultsIn(baseline);
  if (faults === undefined) return undefined;
  // A run without responses lasts as long as the client waits: its description says so, since it may look stuck.
  const what = isLong ? `resilience: no response, up to ${Math.round(silentLimit / 1000)} s` : 'resilience';

  return { what, variation: { choices, faults }, isLong };
}

export async function runScenarios(effort: EffortName, runs: Runs): Promise<readonly ClientResult[]> {
  const { baseline, selects } = runs;
  const results = createRunResults();
  const kindOf = (id: ClientRuleId) => results.of(ruleOf(id))?.outcome.kind;
  let goesOn = false;
  for (const scenario of SCENARIOS[effort]) {
    const asked = scenario.asks.filter(({ rule }) => selects(rule) && kindOf(rule) !== 'fail');
    const name = toRunName(scenario, runs);
    if (asked.length === 0 || name === undefined) continue;
    if (scenario.isSilent && kindOf(GIVES_UP.rule) === 'fail') continue;
    // A command that could not start beside others, such as for want of a port, sends nothing.
    const isTrusted = (done: ClientRun) =>
      done.exchanges.length > 0 && asked.every((one) => !('exchange' in judgeRun(one, done, baseline)));
    const run = await runs.run(name, { isTrusted });
    if (run.ending === 'interrupted') break;
    for (const one of asked) {
      const rule = ruleOf(one.rule);
      const held = kindOf(one.trustedBy ?? one.rule) === 'pass';
      const finding = judgeRun(one, run, baseline);
      goesOn ||= 'doubt' in finding && finding.doubt?.isCertain === true;
      const toOutcome = async (): Promise<ClientOutcome> => {
        if (finding.kind === 'holds') return { kind: 'pass' };
        if (finding.kind === 'not-judged') return skipped('choice', finding.why);
        const { expected, got, related = [], exchange, doubt } = finding;
        if (doubt !== undefined && !(held && !goesOn)) return skipped('choice', doubt.why);
        const showsWith = async (variation: Variation) =>
          'exchange' in judgeRun(one, await runs.run({ ...name, variation }), baseline);
        const { choices, faults = [] } = name.variation;
        const before = { choices, faults: faultsBefore(exchange, faults, run) };
        const isConfirmed = rule.level !== 'must' || (await showsWith(name.variation));
        const replay = runs.replayOf(isConfirmed ? await smallest(before, showsWith) : before);
        const failure = { expected, got, steps: [...related, exchange], replay };

        return isConfirmed
          ? { ...failure, kind: 'fail' }
          : { ...failure, kind: 'unstable', often: 'failed 1 of 2 times' };
      };
      const outcome = await toOutcome();
      results.add(rule, outcome, outcome.kind === 'skipped' ? 0 : run.exchanges.length, run);
    }
  }

  return results.all();
}

/** The faults of operations that the client had called by then: those of later calls are no cause. */
function faultsBefore(
  exchange: Exchange,
  faults: readonly string[],
  { calls }: ClientRun,
): readonly string[] {
  const last = calls.findIndex((call) => call.exchange === exchange);
  const called = new Set(calls.slice(0, last + 1).map(({ operation }) => operation));
  const ofLater = OPERATIONS.filter(({ operation }) => last >= 0 && !called.has(operation));

  return faults.filter((fault) => !ofLater.some(({ path }) => new RegExp(`^path=${path}[,:]`).test(fault)));
}

/** Without choices and faults that the failure does not need: without each in turn, the last first, it shows again. */
async function smallest(
  variation: Variation,
  showsWith: (smaller: Variation) => Promise<boolean>,
): Promise<Variation> {
  let needed = variation;
  const withoutFault = (fault: string) => (needed.faults ?? []).filter((one) => one !== fault);
  const smaller = [
    ...(variation.faults ?? [])
      .toReversed()
      .map((fault) => () => ({ ...needed, faults: withoutFault(fault) })),
    () => ({ ...needed, choices: {} }),
  ];
  for (const make of smaller) {
    const one = make();
    const size = ({ choices = {}, faults = [] }: Variation) => Object.keys(choices).length + faults.length;
    if (size(one) > 0 && size(one) < size(needed) && (await showsWith(one))) needed = one;
  }

  return needed;
}

function ruleOf(id: ClientRuleId): ClientRule {
  const rule = CLIENT_RULES.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);

  return rule;
}

/** Asks a rule about all calls of the run, or else about one after another. */
function judgeRun({ rule: id, ifPassed }: Asked, run: ClientRun, baseline: ClientRun): EndFinding {
  const { atEnd } = ruleOf(id);
  if (ifPassed && !run.passed) return notJudged('the command failed, as it may after a refusal');
  if (atEnd !== undefined) return atEnd(withoutExempt(run.calls, id), { ...run, usual: baseline.calls });
  const observed = observeClient({ source: 'mock', selects: (rule) => rule.id === id });
  for (const exchange of run.exchanges) observed.observe(exchange);
  const [first] = observed.findings();
  if (first !== undefined) return { ...first.finding, exchange: first.exchange };

  return (observed.counts(id)?.exercised ?? 0) > 0
    ? { kind: 'holds' }
    : notJudged('no request of the run shows it');
}
