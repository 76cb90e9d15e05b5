/** How each standing looks and reads in the page: a sign, so that colour is never all there is, and a word. */
import type { Standing } from '../standing.ts';
import { html, type Markup } from './markup.ts';

interface Look {
  readonly sign: string;
  readonly word: string;
  readonly explained: string;
}

/** In the order of the legend. */
export const LOOKS: Readonly<Record<Standing, Look>> = {
  failed: {
    sign: '✕',
    word: 'failed',
    explained: 'The rule does not hold. It was asked again, and the example below shows it.',
  },
  unsettled: {
    sign: '≈',
    word: 'unstable',
    explained: 'It failed, and then held, without anything else having changed. The verdict stays open.',
  },
  broken: {
    sign: '!',
    word: 'broken',
    explained: 'tollgate itself broke here. That says nothing about the deployment.',
  },
  warned: {
    sign: '△',
    word: 'warned of',
    explained: 'A should rule does not hold. It is good practice, not in the document, and does not count.',
  },
  waived: {
    sign: '◇',
    word: 'waived',
    explained: 'It failed, and it was agreed that this does not count.',
  },
  known: {
    sign: '◆',
    word: 'known',
    explained: 'It failed, as it did in the baseline, so this does not count.',
  },
  untested: {
    sign: '–',
    word: 'not tested',
    explained: 'Nothing is known about it: what it needs is missing, or it rests on a rule that failed.',
  },
  observed: {
    sign: '○',
    word: 'observed',
    explained: 'The document leaves this open. What the deployment does was noted, not judged.',
  },
  unobserved: {
    sign: '·',
    word: 'not observed',
    explained: 'The document leaves this open, and no answer told what the deployment does.',
  },
  passed: { sign: '✓', word: 'passed', explained: 'Every case that was tried held.' },
};

export function badge(standing: Standing): Markup {
  const { sign, word } = LOOKS[standing];

  return html`<span class="badge ${standing}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/** The anchor of a rule. */
export function anchorOf(id: string): string {
  return `rule-${id.replace('/', '-')}`;
}
