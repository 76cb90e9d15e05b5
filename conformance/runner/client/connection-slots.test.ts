import { expect, test } from 'vitest';
import { type Connections, createConnectionSlots } from './connections.ts';

function createSlots(count: number) {
  const opened: Connections[] = [];
  const closed: Connections[] = [];
  const slots = createConnectionSlots(count, () => {
    const connections: Connections = {
      request: () => Promise.reject(new Error('not sent')),
      close: async () => void closed.push(connections),
    };
    opened.push(connections);

    return connections;
  });
  const numberOf = (choice?: 'new' | 'same', during = async () => {}) =>
    slots.use(choice, async (connections) => {
      await during();

      return opened.indexOf(connections);
    });

  return { numberOf, opened, closed, slots };
}

test('requests one after another use one connection, and simultaneous ones use others', async () => {
  const { numberOf } = createSlots(2);

  expect([await numberOf(), await numberOf()]).toEqual([0, 0]);
  expect(await Promise.all([numberOf(), numberOf()])).toEqual([0, 1]);
});

test('a request that follows a response uses its connection, not one in flight', async () => {
  const { numberOf } = createSlots(2);
  const { promise: response, resolve: respond } = Promise.withResolvers<void>();
  const inFlight = numberOf(undefined, () => response);

  expect([await numberOf(), await numberOf()]).toEqual([1, 1]);
  respond();
  expect(await inFlight).toBe(0);
});

test('a sequence has a new connection, which other requests leave alone', async () => {
  const { numberOf, opened, closed } = createSlots(2);
  const numbers = [await numberOf(), await numberOf('new'), await numberOf(), await numberOf('same')];

  expect(numbers).toEqual([0, 1, 2, 1]);
  expect(await numberOf('new')).toBe(3);
  expect([closed.length, opened.length]).toEqual([2, 4]);
});

test('no more connections are open than there are slots', async () => {
  const { numberOf, opened, closed, slots } = createSlots(1);

  expect([await numberOf(), await numberOf('new'), await numberOf(), await numberOf('same')]).toEqual([
    0, 1, 1, 1,
  ]);
  expect(await numberOf(undefined, async () => void (await numberOf('new')))).toBe(1);
  expect(opened.length - closed.length).toBe(1);
  await slots.close();
  expect(closed).toEqual(opened);
});
