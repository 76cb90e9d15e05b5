/** Choices about texts in requests: length and characters of mTxId, campaign, data and authCode (section 8 has no limits). */
import { describeValue } from '../../../text/describe.ts';
import type { Behavior } from '../../behavior.ts';
import { byOption, type ChoiceBehaviors, refuseFor, wrongField } from './choice.ts';

type OpaqueField = 'campaign' | 'data' | 'authCode';

const LISTS = ['campaign', 'data'] as const;
const OPAQUE_FIELDS = [...LISTS, 'authCode'] as const;

/** What the usual rules of web application firewalls match. */
const ATTACK =
  /<\/?\s*(?:script|iframe|svg|img)|javascript:|\bunion\b.*\bselect\b|'\s*(?:or|and)\b.*=|;\s*(?:drop|delete)\b|\.\.\/|\$\{|\{\{|__proto__/i;

export const TEXT_CHOICES = {
  'longest-mtxid': byOption('longest-mtxid', (most) =>
    refuseMtxidsBut(`at most ${most} characters`, (mTxId) => [...mTxId].length <= Number(most)),
  ),

  'mtxid-characters': {
    plain: refuseMtxidsBut('ASCII letters, digits, dashes and underscores', (mTxId) =>
      /^[\w-]+$/.test(mTxId),
    ),
    dashes: refuseMtxidsBut('ASCII letters and digits, and dashes between them', (mTxId) =>
      /^[a-z0-9]+(?:-+[a-z0-9]+)*$/i.test(mTxId),
    ),
  },

  'longest-text': byOption('longest-text', (most) => refuseTextsOver(Number(most), LISTS)),

  'longest-authcode': byOption('longest-authcode', (most) => refuseTextsOver(Number(most), ['authCode'])),

  'empty-texts': {
    refuse: refuseTextsBut('a text that is not empty', (text) => text !== ''),
    'refuse-blank': refuseTextsBut('a text that is not blank', (text) => text.trim() !== ''),
  },

  'control-characters': {
    'refuse-null': refuseTextsBut('a text without U+0000', (text) => !text.includes('\u0000')),
    refuse: refuseTextsBut('a text without control characters', (text) => !/\p{Cc}/u.test(text)),
  },

  'empty-lists': {
    refuse: refuseListsBut('at least one text', (texts) => texts.length > 0),
  },

  'repeated-texts': {
    refuse: refuseListsBut('different texts', (texts) => new Set(texts).size === texts.length),
  },

  'texts-beyond-bmp': {
    refuse: refuseTextsBut(
      'a text of the Basic Multilingual Plane',
      (text) => !/[\u{10000}-\u{10ffff}]/u.test(text),
    ),
  },

  'attack-like-texts': {
    refuse: refuseTextsBut('a text that does not look like an attack', (text) => !ATTACK.test(text)),
  },

  'most-texts': byOption('most-texts', (most) =>
    refuseListsBut(`at most ${most} texts`, (texts) => texts.length <= Number(most)),
  ),
} satisfies Partial<ChoiceBehaviors>;

function refuseMtxidsBut(expected: string, isAccepted: (mTxId: string) => boolean): () => Behavior {
  return refuseFor(({ mTxId }, operation) => {
    if (typeof mTxId !== 'string' || isAccepted(mTxId)) return [];

    return [wrongField(operation, 'mTxId', expected, describeValue(mTxId, { name: 'mTxId' }))];
  });
}

function refuseTextsBut(
  expected: string,
  isAccepted: (text: string) => boolean,
  names: readonly OpaqueField[] = OPAQUE_FIELDS,
): () => Behavior {
  return refuseFor((fields, operation) =>
    names
      .filter((name) => (name === 'authCode') === (operation === 'attachSale'))
      .flatMap((name) => textsIn(name, fields[name]))
      .filter(({ text }) => !isAccepted(text))
      .map(({ name, field, text }) => wrongField(operation, field, expected, describeValue(text, { name }))),
  );
}

/** @param most in characters */
function refuseTextsOver(most: number, names: readonly OpaqueField[]): () => Behavior {
  return refuseTextsBut(`at most ${most} characters`, (text) => [...text].length <= most, names);
}

function refuseListsBut(
  expected: string,
  isAccepted: (texts: readonly unknown[]) => boolean,
): () => Behavior {
  return refuseFor((fields, operation) =>
    LISTS.flatMap((name) => {
      const texts = operation === 'calculateFee' ? fields[name] : undefined;

      return Array.isArray(texts) && !isAccepted(texts)
        ? [wrongField(operation, name, expected, `${texts.length}`)]
        : [];
    }),
  );
}

interface OpaqueText {
  readonly name: OpaqueField;
  /** With the place in a list. */
  readonly field: string;
  readonly text: string;
}

/** Other types are refused by the contract. */
function textsIn(name: OpaqueField, value: unknown): readonly OpaqueText[] {
  if (typeof value === 'string' && name === 'authCode') return [{ name, field: name, text: value }];
  if (!Array.isArray(value)) return [];

  return value.flatMap((text: unknown, index) =>
    typeof text === 'string' ? [{ name, field: `${name}/${index}`, text }] : [],
  );
}
