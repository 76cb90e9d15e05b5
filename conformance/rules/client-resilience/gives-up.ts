/** A client stops when nothing answers. Runs of its command decide this rule. */
import type { ClientRule } from '../../rule/client-rule.ts';

export const givesUp: ClientRule = {
  id: 'client-resilience/gives-up',
  section: '–',
  level: 'should',
  title: 'a client repeats a request a few times at most, with growing pauses, and ends when nothing answers',
  fix: 'Set a timeout for each request and a limit for its attempts, and double the pause between two of them.',
  example: {
    wrong: 'while (true) try { return await call(); } catch {}',
    right: 'for (const pause of [250, 500, 1000]) …',
  },
};
