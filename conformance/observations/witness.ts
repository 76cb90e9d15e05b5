/** Sees every answer of a run, and keeps for each observation what it tells. */
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import { toAnswered } from '../client/answer.ts';
import type { Reply } from '../conversation.ts';
import type { Finding, Observation } from './observation.ts';
import { sightOf, successOf } from './sight.ts';

export interface Witness {
  show(reply: Reply): void;
  /** What an observation found by asking. */
  note(id: ObserveRule, finding: Finding): void;
  /** Each different finding once. */
  findings(id: ObserveRule): readonly Finding[];
  /** An sTxId that this deployment gave; undefined as long as it gave none. */
  readonly sTxId: string | undefined;
}

/** Characters: of longer answers every observation would read every field again, and each tells what the others tell. */
const LONGEST_ANSWER = 65_536;

/** @param redact removes secrets before an observation cuts a text: a piece of one could no longer be recognised */
export function createWitness(
  observations: readonly Observation[],
  redact: (text: string) => string,
): Witness {
  const found = new Map(observations.map(({ id }) => [id, new Map<string, Finding>()]));
  const note = (id: ObserveRule, finding: Finding) =>
    void found.get(id)?.set(JSON.stringify(finding), finding);
  let known: string | undefined;

  return {
    show(reply) {
      const sight = sightOf(withoutSecrets(reply, redact));
      if (sight === undefined || sight.answer.text.length > LONGEST_ANSWER) return;
      const sTxId = successOf(sight, 'calculateFee')?.['sTxId'];
      if (typeof sTxId === 'string') known ??= sTxId;
      for (const { id, reads } of observations) {
        const finding = reads?.(sight);
        if (finding !== undefined) note(id, finding);
      }
    },
    note,
    findings: (id) => [...(found.get(id)?.values() ?? [])],
    get sTxId() {
      return known;
    },
  };
}

/** The same reply; only an answer that holds a secret is made anew. */
function withoutSecrets(reply: Reply, redact: (text: string) => string): Reply {
  const { answer, judgement } = reply;
  if (answer.kind === 'unanswered') return reply;
  const type = answer.headers['content-type'];
  const shown = { text: redact(answer.text), type: type === undefined ? undefined : redact(type) };
  if (shown.text === answer.text && shown.type === type) return reply;
  const headers = { ...answer.headers, ...(shown.type === undefined ? {} : { 'content-type': shown.type }) };
  const { status, ms } = answer;
  const redacted = toAnswered({ status, headers, text: shown.text, ms });
  const { body } = redacted;

  return {
    ...reply,
    answer: redacted,
    judgement: judgement.kind === 'accepted' && body !== undefined ? { ...judgement, body } : judgement,
  };
}
