/** tollgate itself, told no more than the others: the address and the token. */
import { readFileSync } from 'node:fs';
import type { Report } from '../../conformance/report/report.ts';
import type { Judge } from './judge.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const tollgate: Judge = {
  name: 'tollgate conform',
  version,

  async judge({ url, token }, { start }) {
    const args = ['src/cli/main.ts', 'conform', url, '--token', token, '--seed', '1', '--report', 'json'];
    await using child = start(args);
    const { out, milliseconds } = await child.ended;
    const { verdict, rules }: Report = JSON.parse(out);
    const warns = rules.some(({ outcome }) => outcome === 'fail');

    return { kind: verdict !== 'conformant' ? 'accuses' : warns ? 'warns' : 'content', milliseconds };
  },
};
