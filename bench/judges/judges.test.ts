/** What other judges are given, and how their findings are counted; to run them is a matter of `npm run bench -- judges`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMock } from '../../src/mock/index.ts';
import { type Judgements, judgesTable } from '../judges.ts';
import { contractFor, ORDER } from './contract.ts';

test('the tools that judge are pinned, and the project itself needs none of them', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const { dependencies } = read('package.json');
  const own = read('../../package.json');

  expect(Object.values(dependencies)).toEqual([
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
  ]);
  expect(
    Object.keys(dependencies).filter((name) => name in own.dependencies || name in own.devDependencies),
  ).toEqual([]);
});

test.each(['described', 'left out'] as const)(
  'the mock accepts every example of their contract, where refusals are %s',
  async (refusals) => {
    await using mock = await createMock();
    const headers = {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${mock.token()}`,
    };
    const body = { amount: 100, nicn: '424242', region: '85004', mTxId: ORDER };
    await mock.inject({ path: '/v1/ch', headers, body });
    const { paths } = parse(contractFor(refusals));
    const statuses: number[] = [];
    for (const path of ['/v1/ch', '/v1/ch/sale'] as const)
      for (const example of Object.values(
        paths[path].post.requestBody.content['application/json'].examples,
      )) {
        const { value } = example as { readonly value: never };
        statuses.push((await mock.inject({ path, headers, body: value })).status);
      }

    expect(statuses).toEqual([200, 200, 200]);
  },
);

test('a warning counts as a found defect and as no accusation', () => {
  const met = (of: 'plain' | 'defect' | 'choice', kind: 'content' | 'warns' | 'accuses') =>
    ({ of, kind, milliseconds: 2000 }) as const;
  const judgements: Judgements = {
    name: 'a judge',
    version: '1.2.3',
    met: [
      met('plain', 'content'),
      met('defect', 'warns'),
      met('defect', 'accuses'),
      met('defect', 'content'),
      met('choice', 'warns'),
      met('choice', 'accuses'),
      met('choice', 'content'),
    ],
  };
  const { rows, notes } = judgesTable([judgements], ['another: not installed']);

  expect(rows).toEqual([['a judge', '1.2.3', 'passed', '2 of 3', '1 of 3', '2']]);
  expect(notes).toContain('another: not installed');
});
