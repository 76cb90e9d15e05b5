/** Reads the header Tollgate-Deliberate, which exempts a request from client rules. */
import { CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

const NONE: readonly ClientRuleId[] = [];

/** The rules that the header of a request names, by their ids or with asterisks. */
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
