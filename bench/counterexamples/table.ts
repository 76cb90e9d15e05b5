/** What the audits of all counterexamples come to. */
import { show } from '../figures.ts';
import type { Table } from '../table.ts';
import { atMost, showTarget } from '../target.ts';
import type { Audit } from './audit.ts';

/** Requests that making one counterexample smaller may take; the attempt under way comes to its end. */
const MOST_SPENT = 60;

export interface Audited {
  readonly name: string;
  readonly audit: Audit | undefined;
}

export function counterexampleTable(all: readonly Audited[]): Table {
  const audits = all.flatMap(({ audit }) => (audit === undefined ? [] : [audit]));
  const spent = audits.map((audit) => audit.spent);
  const most = Math.max(0, ...spent);
  const count = (is: (audit: Audit) => boolean) => show(audits.filter(is).length);
  const mean = spent.reduce((sum, one) => sum + one, 0) / Math.max(1, spent.length);

  return {
    title: 'counterexamples: of every known defect, found at effort standard',
    columns: ['what', 'count', 'target'],
    rows: [
      ['defects', show(all.length), ''],
      ['found by the rule in charge', show(audits.length), show(all.length)],
      ['that nothing can be left out of', count(({ smaller }) => smaller === undefined), show(all.length)],
      ['replayed on a fresh deployment', count(({ replayed }) => replayed === 1), show(all.length)],
      [
        'shown again by the printed curl commands',
        count(({ curls }) => curls === 'reproduced'),
        show(all.length),
      ],
      ['most requests for making one smaller', show(most), showTarget(atMost(MOST_SPENT), most)],
      ['requests for making one smaller, mean', mean.toFixed(1), ''],
      ['longest, in requests', show(Math.max(0, ...audits.map(({ steps }) => steps))), ''],
    ],
    notes: all.flatMap(notesOf),
  };
}

function notesOf({ name, audit }: Audited): readonly string[] {
  if (audit === undefined) return [`${name}: not found by the rule in charge`];
  const { smaller, replayed, curls, spent } = audit;

  return [
    ...(smaller === undefined
      ? []
      : [`${name}: can be smaller: ${JSON.stringify(smaller).slice(0, LONGEST)}`]),
    ...(replayed === 1 ? [] : [`${name}: replay ended with ${replayed}`]),
    ...(curls === 'reproduced' ? [] : [`${name}: ${differing(curls)}`]),
    ...(spent > MOST_SPENT ? [`${name}: ${spent} requests for making it smaller`] : []),
  ];
}

const LONGEST = 300;

function differing(curls: Exclude<Audit['curls'], 'reproduced'>): string {
  if (curls === 'by timing') return 'its curl commands show it only where the timing is right';
  const at = curls.expected.findIndex((line, index) => line !== curls.got[index]);
  const [expected = 'nothing', got = 'nothing'] = [curls.expected[at], curls.got[at]];

  return `its curl commands print ${got.slice(0, LONGEST)}, expected ${expected.slice(0, LONGEST)}`;
}
