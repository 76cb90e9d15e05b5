/** Every answer of a run is parsed once, however many rules and observations read it. */
import { expect, test, vi } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { startReference } from './reference.ts';

/** Longer than what observations look into, as a catalogue that a server adds to each answer. */
const CATALOGUE = Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`entry-${n}`, n]));

test('an answer with thousands of fields is parsed once', async () => {
  await using server = await startReference({ feeResponse: (body) => ({ ...body, ...CATALOGUE }) });
  const parse = vi.spyOn(JSON, 'parse');
  try {
    const { verdict, requests } = await conform({
      deployment: deploymentOf(server.url),
      effort: 'quick',
      seed: 1,
    });
    const long = parse.mock.calls.filter(([text]) => text.includes('"entry-3999"'));

    expect(verdict).toBe('conformant');
    expect(long.length).toBeGreaterThan(20);
    expect(long.length).toBeLessThanOrEqual(requests);
  } finally {
    parse.mockRestore();
  }
});
