/** Merchant files with problems in the merchants or their processors. */
import { type BrokenFile, FLAT, PRICING, PROCESSOR, processor, SHOP, shop } from './broken-file.ts';

const A_MAPPING = 'the file: expected a mapping';

export const BROKEN_MERCHANTS: readonly BrokenFile[] = [
  ['an empty file', '', `${A_MAPPING}, got nothing`],
  ['only a comment', '# merchants\n', `${A_MAPPING}, got nothing`],
  ['only null', '~', `${A_MAPPING}, got nothing`],
  ['a string instead of a mapping', 'merchants', `${A_MAPPING}, got "merchants"`],
  ['a list instead of a mapping', '- one', `${A_MAPPING}, got a list`],
  [
    'a misspelt first key',
    'merchant: {}',
    'merchants: expected a mapping of at least one, got nothing',
    'merchant: unknown key, the nearest known one is merchants',
  ],
  [
    'an empty mapping of merchants',
    'merchants: {}',
    'merchants: expected a mapping of at least one, got an empty mapping',
  ],
  ['a list of merchants', 'merchants: [{}]', 'merchants: expected a mapping of at least one, got a list'],
  [
    'a merchant that is a string',
    'merchants: { corner-shop: alpha }',
    `${SHOP}: expected a mapping, got "alpha"`,
  ],
  ['a merchant without a value', 'merchants: { corner-shop: }', `${SHOP}: expected a mapping, got nothing`],
  [
    'a merchant without a name',
    shop(processor()).replace('corner-shop', '""'),
    'merchants: expected a name for each of them, got ""',
  ],
  [
    'a merchant without processors',
    'merchants: { corner-shop: {} }',
    `${SHOP}.processors: expected a list of at least one, got nothing`,
  ],
  [
    'an empty list of processors',
    'merchants: { corner-shop: { processors: [] } }',
    `${SHOP}.processors: expected a list of at least one, got an empty list`,
  ],
  [
    'a processor instead of a list',
    `merchants: { corner-shop: { processors: ${processor()} } }`,
    `${SHOP}.processors: expected a list of at least one, got a mapping`,
  ],
  [
    'a processor that is a number',
    'merchants: { corner-shop: { processors: [700100] } }',
    `${PROCESSOR}: expected a mapping, got 700100`,
  ],
  [
    'a merchant whose name needs quotes in a path',
    'merchants: { "the shop. really": { processors: [] } }',
    'merchants["the shop. really"].processors: expected a list of at least one, got an empty list',
  ],
  [
    'merchants with names of properties of Object.prototype',
    'merchants: { __proto__: {}, constructor: {} }',
    'merchants.__proto__.processors: expected a list of at least one, got nothing',
    'merchants.constructor.processors: expected a list of at least one, got nothing',
  ],
  [
    'an empty processor',
    shop('{}'),
    `${PROCESSOR}.mid: expected a string that is not empty, such as "700100", got nothing`,
    `${PROCESSOR}.name: expected a string that is not empty, such as "alpha", got nothing`,
    `${PROCESSOR}.pricing: expected a mapping, got nothing`,
  ],
  [
    'a MID without quotes',
    shop(processor({ mid: '700100' })),
    `${PROCESSOR}.mid: expected a string that is not empty, such as "700100", got 700100`,
  ],
  [
    'an empty MID and a blank name',
    shop(processor({ mid: '""', name: '" "' })),
    `${PROCESSOR}.mid: expected a string that is not empty, such as "700100", got ""`,
    `${PROCESSOR}.name: expected a string that is not empty, such as "alpha", got " "`,
  ],
  [
    'one MID twice',
    shop(processor(), processor({ name: 'beta' })),
    `${SHOP}.processors[1].mid: expected one that no processor above has, got "700100"`,
  ],
  [
    'one name twice',
    shop(processor(), processor({ mid: '"700200"' })),
    `${SHOP}.processors[1].name: expected one that no processor above has, got "alpha"`,
  ],
  [
    'a MID that is the name of another processor',
    shop(processor(), processor({ mid: 'alpha', name: 'beta' })),
    `${SHOP}.processors[1].mid: expected one that no processor above has, got "alpha"`,
  ],
  [
    'a processor without a price',
    shop('{ mid: "700100", name: alpha }'),
    `${PRICING}: expected a mapping, got nothing`,
  ],
  [
    'a list of prices',
    shop(processor({ pricing: `[${FLAT}]` })),
    `${PRICING}: expected a mapping, got a list`,
  ],
  [
    'unknown keys at every depth',
    `${shop(`{ mid: "700100", nane: alpha, name: beta, pricing: ${FLAT} }`)}\nversion: 1`,
    'version: unknown key, known here: merchants, scenarios',
    `${PROCESSOR}.nane: unknown key, the nearest known one is name`,
  ],
  [
    'keys with names of properties of Object.prototype',
    `merchants: { corner-shop: { processors: [${processor()}], __proto__: 1, hasOwnProperty: 2, 3: 4 } }`,
    `${SHOP}.3: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
    `${SHOP}.__proto__: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
    `${SHOP}.hasOwnProperty: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
  ],
  [
    'a key in other capitals',
    `merchants: { corner-shop: { processors: [${processor()}], multipay: { fixed: shared } } }`,
    `${SHOP}.multipay: unknown key, the nearest known one is multiPay`,
  ],
];
