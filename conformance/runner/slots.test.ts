import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

/** The names of actions in the order of their start, where one at a time runs. */
async function orderOf(calls: readonly (readonly [name: string, priority?: number, second?: number])[]) {
  const slots = createSlots(1);
  const started: string[] = [];
  await Promise.all(calls.map(([name, ...urgency]) => slots(async () => started.push(name), ...urgency)));

  return started;
}

test('the highest priority is first, then the highest second one, then the first call', async () => {
  const started = await orderOf([['running'], ['a'], ['b', 1], ['c', 1, 2], ['d', 1, 1], ['e', 1, 2], ['f']]);

  expect(started).toEqual(['running', 'c', 'e', 'd', 'b', 'a', 'f']);
});

test('an action that fails makes room for the next one', async () => {
  const slots = createSlots(1);
  const failing = expect(slots(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await slots(async () => 'done')).toBe('done');
  await failing;
});

test('an action that follows from the one that ends goes before less urgent ones that wait', async () => {
  const slots = createSlots(1);
  const started: string[] = [];
  const chain = slots(async () => {}).then(() => slots(async () => started.push('next of the chain'), 1));
  await Promise.all([chain, slots(async () => started.push('waiting'))]);

  expect(started).toEqual(['next of the chain', 'waiting']);
});
