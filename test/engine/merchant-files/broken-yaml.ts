/** Files with invalid YAML, or with YAML that merchant files may not use. */
import type { BrokenFile } from './broken-file.ts';

export const BROKEN_YAML: readonly BrokenFile[] = [
  [
    'a list without an end',
    'merchants:\n  corner-shop: [\n',
    'shops.yaml:2:16: expected ] at the end of this [, got none before the end of the file',
  ],
  [
    'a mapping without an end before other lines',
    'merchants: { corner-shop: { token: x }\nregions: {}\n',
    'shops.yaml:1:12: expected } at the end of this {, got none before line 2, column 1',
  ],
  [
    'a list with the end of a mapping',
    'merchants: { corner-shop: [1} }\n',
    'shops.yaml:1:27: expected ] at the end of this [, got none before line 1, column 29',
  ],
  [
    'a tab instead of spaces',
    'merchants:\n\tcorner-shop: 1\n',
    'shops.yaml:2:1: Tabs are not allowed as indentation',
  ],
  [
    'two merchants with one name',
    'merchants:\n  one: {}\n  one: {}\n',
    'shops.yaml:3:3: Map keys must be unique',
  ],
  [
    'two merchants with one name, once in quotes',
    'merchants:\n  7: {}\n  "7": {}\n',
    'shops.yaml:3:3: Map keys must be unique',
  ],
  [
    'a name that is a list',
    'merchants:\n  [one]: {}\n',
    'shops.yaml:2:3: expected a text as a key, got a list or a mapping',
  ],
  [
    'two documents in one file',
    'merchants: {}\n---\nmerchants: {}\n',
    'shops.yaml:2:1: expected one document, got another one here',
  ],
  ['an unknown tag', 'merchants: !shops {}\n', 'shops.yaml:1:12: Unresolved tag: !shops'],
  [
    'a tag for binary data',
    'merchants: !!binary aGVsbG8=\n',
    'shops.yaml:1:12: Unresolved tag: tag:yaml.org,2002:binary',
  ],
  ['an unknown directive', '%SHOPS\n---\nmerchants: {}\n', 'shops.yaml:1:1: Unknown directive %SHOPS'],
  [
    'aliases without anchors',
    'merchants:\n  one: *here\n  two: *there\n',
    'shops.yaml:2:8: no anchor &here above this alias',
    'shops.yaml:3:8: no anchor &there above this alias',
  ],
  [
    'a merge with a string',
    'merchants: { <<: one }\n',
    'shops.yaml: Merge sources must be maps or map aliases',
  ],
  [
    'aliases that expand to a huge value',
    billionLaughs(),
    'shops.yaml: Excessive alias count indicates a resource exhaustion attack',
  ],
  [
    'lists ten thousand deep',
    `merchants: ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    'shops.yaml: nested too deeply',
  ],
  [
    'mappings two thousand deep',
    `merchants: ${'{ a: '.repeat(2000)}1${'}'.repeat(2000)}`,
    'shops.yaml: nested too deeply',
  ],
];

function billionLaughs(): string {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef']) {
    lines.push(`${to}: &${to} [${`*${from}, `.repeat(9)}]`);
  }
  return lines.join('\n');
}
