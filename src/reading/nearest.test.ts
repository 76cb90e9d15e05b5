import { describe, expect, test } from 'vitest';
import { nearest } from './nearest.ts';

describe('the nearest known key', () => {
  test.each([
    ['percnt', 'percent'],
    ['persent', 'percent'],
    ['Fixed', 'fixed'],
    ['fix', 'fixed'],
    ['models', 'model'],
    ['PERCENT', 'percent'],
  ])('to %s is %s', (key, meant) => {
    expect(nearest(key, ['model', 'percent', 'fixed'])).toBe(meant);
  });

  test.each([
    ['pwsh', 'bash', undefined],
    ['xml', 'html', undefined],
    ['nope', 'one', undefined],
    ['ncin', 'nicn', 'nicn'],
  ])('to %s beside %s is %s', (key, known, meant) => {
    expect(nearest(key, [known])).toBe(meant);
  });

  test.each(['colour', 'x', '', 'fixed'.repeat(1000), 5, null, ['fixed']])('to %j does not exist', (key) => {
    expect(nearest(key, ['model', 'percent', 'fixed'])).toBe(undefined);
  });
});
