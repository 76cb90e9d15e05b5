/** Judges a client by its exchanges with the client rules, one exchange after another. */
import { CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { type Call, isReadinessProbe, readCall } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { callsOf } from '../rule/client-calls.ts';
import { type ClientRule, type ClientViolation, isMasked, isOnTransactions } from '../rule/client-rule.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import {
  type ClientHistoryOptions,
  type Counted,
  createClientHistory,
  type GrowingClientHistory,
  note,
  sizeOf,
} from './client-history.ts';

export interface ObserveClientOptions extends ClientHistoryOptions {
  /** The rules to judge; all by default. */
  readonly selects?: (rule: ClientRule) => boolean;
  /** How many findings of each rule are kept with their exchanges; 100 by default. All are counted. */
  readonly keptFindings?: number;
}

interface ClientViolationFound {
  readonly rule: ClientRule;
  readonly exchange: Exchange;
  readonly finding: ClientViolation;
}

/** Exchanges that a rule has judged, or not. */
interface ClientCounts {
  exercised: number;
  violated: number;
  /** Of which the source does not show what the rule needs. */
  keptBack: number;
  /** That lack what the rule needs, which the recorder may have left out. */
  readonly leftOut: Counted;
  /** That violate the rule, unless they name an earlier transaction that was not seen. */
  readonly unclear: Counted;
}

export interface ObservedClient
  extends Pick<GrowingClientHistory, 'exchanges' | 'tokenless' | 'identifiers' | 'coverage' | 'bytes'> {
  /** Judges an exchange. Call it in the order of the responses. @returns the violations, as hints */
  readonly observe: (exchange: Exchange) => readonly Hint[];
  /** The same for a call that was read already. @param hides whether its exchange does not show a rule */
  readonly observeCall: (call: Call, hides?: (id: ClientRuleId) => boolean) => readonly Hint[];
  /** The violations in the order in which they were found: the first ones of each rule, and then those of all calls. */
  readonly findings: readonly ClientViolationFound[];
  /** The counts of a rule that judges single exchanges; undefined for others, and for those that are not selected. */
  readonly counts: (id: ClientRuleId) => ClientCounts | undefined;
  /** The rules that the last 1000 requests with the header Tollgate-Deliberate are exempt from. */
  readonly deliberate: readonly { readonly rules: readonly ClientRuleId[] }[];
}

const MOST_DELIBERATE = 1000;
const BEARER = CLIENT_RULES.find(({ id }) => id === 'client-request/has-bearer-jwt');

export function observeClient(options: ObserveClientOptions): ObservedClient {
  const { source, selects = () => true, keptFindings = 100 } = options;
  const isRecording = source === 'recording';
  const history = createClientHistory(options);
  const rules = CLIENT_RULES.filter(selects);
  const judged = rules.flatMap((rule) =>
    rule.judge === undefined ? [] : [{ rule, judge: rule.judge, counts: createCounts() }],
  );
  const countsOf = new Map(judged.map(({ rule, counts }) => [rule.id, counts]));
  const found: ClientViolationFound[] = [];
  const deliberate: { readonly rules: readonly ClientRuleId[] }[] = [];
  let bytesFound = 0;

  const observeCall: ObservedClient['observeCall'] = (call, hides) => {
    const { exchange } = call;
    if (isReadinessProbe(exchange.request)) {
      history.add(exchange);
      return NONE;
    }
    const exemptFrom = exemptionsOf(exchange);
    if (exemptFrom.length > 0) deliberate.push({ rules: exemptFrom });
    if (deliberate.length > MOST_DELIBERATE) deliberate.shift();
    const { lacks = NONE } = exchange;
    // Without a token the merchant is unknown, and an mTxId may be that of another.
    const isUnnamed = lacks.includes('authorization') && !('sTxId' in call.fields);
    const isHidden = ({ id, needs }: Pick<ClientRule, 'id' | 'needs'>) =>
      hides?.(id) === true ||
      lacks.some((part) => needs?.includes(part)) ||
      (isUnnamed && isOnTransactions(id));
    const isShown = hides === undefined && lacks.length === 0;
    // An example, or identifiers that a recorder has masked, name no transaction.
    const isNameless = call.isSampled || (isRecording && [call.sTxId, call.mTxId].some(isMasked));
    let hints: Hint[] | undefined;
    for (const { rule, judge, counts } of judged) {
      if (exemptFrom.length > 0 && exemptFrom.includes(rule.id)) continue;
      if (!isShown && isHidden(rule)) {
        counts.keptBack += 1;
        continue;
      }
      if (isNameless && isOnTransactions(rule.id)) continue;
      const finding = judge(call, history);
      if (finding === undefined) continue;
      if (finding.kind === 'left-out') note(counts.leftOut, { exchange });
      else if (finding.kind === 'unclear') note(counts.unclear, { exchange, finding });
      else counts.exercised += 1;
      if (finding.kind !== 'violation') continue;
      counts.violated += 1;
      if (counts.violated <= keptFindings) {
        found.push({ rule, exchange, finding });
        bytesFound += sizeOf(exchange);
      }
      hints ??= [];
      hints.push({ rule: rule.id, message: `Expected ${finding.expected}, got ${finding.got}.` });
    }
    history.add(exchange, BEARER !== undefined && !isShown && isHidden(BEARER));
    // A refused request that is wrong on purpose says nothing about the transaction that it names.
    const isApart = exemptFrom.length > 0 && call.outcome.kind !== 'accepted';
    if (!isApart && !isNameless) history.follow(call);

    return hints ?? NONE;
  };

  return {
    ...history,
    deliberate,
    observeCall,
    observe(exchange) {
      const call = readCall(exchange);
      if (call !== undefined) return observeCall(call);
      if (exchange.request.method !== 'OPTIONS') history.add(exchange);

      return NONE;
    },
    get findings() {
      // A recording may lack calls, so that it shows no whole run.
      const calls = isRecording ? [] : callsOf(history.exchanges());
      const atEnd = rules.flatMap((rule) => {
        const finding = rule.atEnd?.(withoutExempt(calls, rule.id));
        if (finding === undefined || !('exchange' in finding)) return [];

        return { rule, finding, exchange: finding.exchange };
      });

      return [...found, ...atEnd];
    },
    counts: (id) => countsOf.get(id),
    bytes: () => history.bytes() + bytesFound,
  };
}

const NONE: readonly never[] = [];

function createCounts(): ClientCounts {
  return {
    ...{ exercised: 0, violated: 0, keptBack: 0 },
    ...{ leftOut: { count: 0, first: undefined }, unclear: { count: 0, first: undefined } },
  };
}

/** The rules that the header Tollgate-Deliberate of a request names, by their ids or with asterisks. */
export function exemptionsOf({ request: { headers } }: Exchange): readonly ClientRuleId[] {
  const header = headers['tollgate-deliberate'];
  if (header === undefined) return NONE;
  const patterns = String(header)
    .slice(0, 2000)
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');

  return CLIENT_RULE_IDS.filter((id) => patterns.some((pattern) => fits(id, pattern)));
}

/** Without a regular expression, since a client wrote the pattern. The name of a group stands for its rules. */
function fits(id: string, pattern: string): boolean {
  if (id === pattern || id.startsWith(`${pattern}/`)) return true;
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined || !id.startsWith(start)) return false;
  let from = start.length;
  for (const part of parts) {
    const at = id.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }

  return id.length - end.length >= from && id.endsWith(end);
}

/** The calls without those that are exempt from the rule. Where any exempt call is refused, it is not part of the history. */
export function withoutExempt(calls: readonly Call[], id: ClientRuleId): readonly Call[] {
  return calls.filter(({ exchange, outcome }) => {
    const rules = exemptionsOf(exchange);

    return rules.length === 0 || (outcome.kind === 'accepted' && !rules.includes(id));
  });
}
