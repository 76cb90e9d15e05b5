/** Reads the header Tollgate-Deliberate, which exempts a request from client rules. */
import { CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';

export const DELIBERATE = 'tollgate-deliberate';

/** The rules that the header names, by their ids or with asterisks. */
export function readDeliberate(header: string | readonly string[] | undefined): readonly ClientRuleId[] {
  if (header === undefined) return [];
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
