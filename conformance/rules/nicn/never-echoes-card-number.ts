/** What is too long for a `nicn` may be a card number, and answers end in logs and on screens. */
import type { Body, Reply } from '../../conversation.ts';
import { ASSUMED } from '../../deployment/deployment.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { property } from '../../rule.ts';

const [CARD] = ASSUMED.cards;

export const neverEchoesCardNumber = property<Body>({
  id: 'nicn/never-echoes-card-number',
  section: '1',
  level: 'should',
  title: 'no answer repeats a value of more than 8 digits that was sent as nicn',
  tries:
    'Answers to published test numbers sent as nicn, as text and as number and in broken JSON, and to ' +
    'every nicn of the run that is too long.',
  fix:
    'Leave the value of nicn out of your answers, or mask it, also in messages about what is wrong with ' +
    'it. Do the same in your logs.',
  stage: 1,
  quickProbes: 2,
  watches: () => (reply) => {
    if (cardNumberIn(reply) === undefined || reply.answer.kind === 'unanswered') return 'else';

    return echoIn(reply) === undefined ? 'fine' : 'odd';
  },
  probes: ({ baseline, oddTo }) => [
    ...oddTo('nicn/never-echoes-card-number'),
    { ...baseline, nicn: CARD },
    { raw: `{"amount":${baseline.amount},"nicn":"${CARD}","region":}` },
    { ...baseline, nicn: Number(CARD) },
    { ...baseline, nicn: CARD.slice(0, 9) },
    { ...baseline, nicn: `${CARD} ` },
  ],

  async holds(body, { fee }) {
    const reply = await fee(body);
    if (reply.answer.kind === 'unanswered') throw new NotJudged('no answer to look at');
    const echo = echoIn(reply);
    if (echo !== undefined)
      throw new RuleBroken(
        'an answer that does not repeat what was sent as nicn',
        `${reply.answer.status} with all ${echo.length} digits of it`,
      );
  },
});

/** The digits that an answer repeats. */
function echoIn(reply: Reply): string | undefined {
  const { answer } = reply;
  const digits = cardNumberIn(reply);
  if (digits === undefined || answer.kind === 'unanswered') return undefined;
  const told = [answer.text, ...Object.values(answer.headers)];

  return told.some((part) => part.includes(digits)) ? digits : undefined;
}

/** What was sent as `nicn` and is too long. A run of one digit, such as zeros, is in many an answer by chance. */
function cardNumberIn({ sent }: Reply): string | undefined {
  const text = 'raw' in sent ? String(sent['raw']) : JSON.stringify(sent);
  const digits = /"nicn" *: *"?(\d{9,})/.exec(text)?.[1];

  return digits === undefined || /^(\d)\1*$/.test(digits) ? undefined : digits;
}
