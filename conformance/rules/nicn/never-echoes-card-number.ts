/** A response never repeats a `nicn` that is too long: it may be a card number, and responses are logged. */
import { DEPLOYMENT_DEFAULTS } from '../../deployment/deployment.ts';
import type { Body } from '../../rule/exchange.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { rule } from '../../rule/rule.ts';

const [CARD] = DEPLOYMENT_DEFAULTS.cards;

export const neverEchoesCardNumber = rule({
  id: 'nicn/never-echoes-card-number',
  section: '1',
  title: 'no response repeats a value of more than 8 digits that was sent as nicn',
  tries: 'Published test numbers as text, as number and in malformed JSON, and every such nicn of the run.',
  fix: 'Leave the value of nicn out of responses and logs, or mask it, in messages about it too.',
  inTraffic: { from: 1 },
  quickScripts: 2,
  observationSuffices: true,
  judge(exchange) {
    const { response, sent } = exchange;
    const digits = cardNumberIn(sent);
    if (digits === undefined || response.kind === 'unanswered') return undefined;
    const parts = [response.text, ...Object.values(response.headers)];
    if (!parts.some((part) => part.includes(digits))) return HOLDS;
    const expected = 'an answer that does not repeat what was sent as nicn';

    return violation(expected, `${response.status} with all ${digits.length} digits of it`, {
      isAccident: true,
    });
  },
  scripts: ({ baseline }) =>
    [
      { ...baseline, nicn: CARD },
      { raw: `{"amount":${baseline.amount},"nicn":"${CARD}","region":}` },
      { ...baseline, nicn: Number(CARD) },
      { ...baseline, nicn: CARD.slice(0, 9) },
      { ...baseline, nicn: `${CARD} ` },
    ].map((body) => ({ calls: [{ operation: 'calculateFee', body }] })),
});

/** The `nicn` that was sent, where it is too long. A run of one digit, such as zeros, may be in a response by chance. */
function cardNumberIn(sent: Body): string | undefined {
  const hasPlainNicn = 'nicn' in sent && typeof sent['nicn'] === 'string' && sent['nicn'].length <= 8;
  if (hasPlainNicn) return undefined;
  const text = 'raw' in sent ? String(sent['raw']) : JSON.stringify(sent);
  const digits = /"nicn" *: *"?(\d{9,})/.exec(text)?.[1];

  return digits === undefined || /^(\d)\1*$/.test(digits) ? undefined : digits;
}
