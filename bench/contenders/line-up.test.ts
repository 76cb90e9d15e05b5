/** The line-up: a server is checked before it is measured; one that is missing or differs is left out or an error. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { createFeeCall } from '../fee-call.ts';
import type { Processes } from '../processes.ts';
import type { Contender } from './contender.ts';
import { CONTENDERS } from './index.ts';
import { expectToStand, lineUp } from './line-up.ts';
import { PROBES, probe } from './probes.ts';

test('the mock stands every probe', async () => {
  await using mock = await startMock();

  expect(await probe(Number(new URL(mock.url).port), await createFeeCall())).toEqual(
    PROBES.map(({ name }) => name),
  );
});

test.each([
  [200, '{"transactionFee":1,"sTxId":"a","message":"ok"}'],
  [200, 'fine'],
  [500, '{"message":"broken"}'],
])('a server that answers everything with %d and %s stands none', async (status, text) => {
  const server = createServer((_request, response) => response.writeHead(status).end(text));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    expect(await probe(port, await createFeeCall())).toEqual([]);
  } finally {
    server.close();
  }
});

test('a server that does not respond passes no check', async () => {
  expect(await probe(1, await createFeeCall())).toEqual([]);
});

test('a server that checks less than it is set up to check is not measured, nor one that checks more', () => {
  const [one, two, three] = PROBES.map(({ name }) => name);

  expect(() => expectToStand('Prism', [one!, two!], [one!, two!])).not.toThrow();
  expect(() => expectToStand('Prism', [one!, two!], [one!, three!])).toThrow(
    `Prism: is not set up as expected: it should pass "${two}", but does not; it passes "${three}", which is not in its list`,
  );
});

test('one that is not here is left out with a line, and starts nothing', async () => {
  const nothing = (): never => {
    throw new Error('expected nothing to be started');
  };
  const processes: Processes = { start: nothing, run: nothing, endAll: () => {} };
  const absent: Contender = {
    name: 'WireMock',
    about: 'A stub.',
    stands: [],
    find: async () => ({ kind: 'missing', why: 'it needs Java, and no java is on the path' }),
  };

  expect(
    await lineUp([absent], { processes, call: await createFeeCall(), folder: 'nowhere', progress: () => {} }),
  ).toEqual({ contestants: [], missing: ['WireMock: left out, it needs Java, and no java is on the path'] });
});

test('every contender has a name of its own, and stands in line behind the mock', () => {
  const names = CONTENDERS.map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toBe('tollgate mock');
  expect(names).toContain('bare node:http');
});
