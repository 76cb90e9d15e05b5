import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Merchant } from '../src/engine/index.ts';
import { createMock } from '../src/mock/index.ts';
import { followMerchants } from './follow-merchants.ts';
import { openMerchantFile } from './merchant-file.ts';

const DEADLINE = { timeout: 20_000 };

const merchants = (...names: readonly string[]) =>
  `merchants:\n${names
    .map(
      (name) =>
        `  ${name}: { processors: [{ mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }] }\n`,
    )
    .join('')}`;

interface Taking {
  readonly merchants: readonly string[];
  readonly useMerchants: (merchants: readonly Merchant[]) => Promise<void>;
}

/** A file with the merchant one, what follows it, and what that says. */
function following(mock: Taking) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'merchants.yaml');
  writeFileSync(path, merchants('one'));
  const said: string[] = [];
  const tell = (stream: string) => (text: string) => said.push(`${stream}: ${text.replaceAll(path, 'FILE')}`);
  const { stop } = followMerchants(mock, openMerchantFile(path), { print: tell('out'), warn: tell('err') });
  onTestFinished(stop);

  return { path, said };
}

it('says what it took up, and why not where it did not, each once', async () => {
  await using mock = await createMock();
  const { path, said } = following(mock);
  const goesOn = 'err: FILE changed, but cannot be used; the mock keeps its current merchants:\n';

  writeFileSync(path, merchants('one', 'two'));
  await expect.poll(() => said, DEADLINE).toEqual(['out: FILE changed: merchants one, two\n']);
  expect(mock.merchants).toEqual(['one', 'two']);

  writeFileSync(path, 'merchant: {}\n');
  await expect.poll(() => said.length, DEADLINE).toBe(2);
  expect(said[1]).toMatch(/^(.*\n)FILE has \d+ problems:\n/);
  expect(said[1]?.startsWith(goesOn)).toBe(true);
  expect(mock.merchants).toEqual(['one', 'two']);

  rmSync(path);
  await expect.poll(() => said.length, DEADLINE).toBe(3);
  expect(said[2]).toBe(`${goesOn}--merchants: FILE cannot be read (ENOENT)\n`);
  expect(mock.merchants).toEqual(['one', 'two']);

  writeFileSync(path, merchants('three'));
  await expect.poll(() => said.length, DEADLINE).toBe(4);
  expect(said[3]).toBe('out: FILE changed: merchants three\n');
  expect(mock.merchants).toEqual(['three']);
});

it('goes on where the tool itself fails, and says whose fault that is', async () => {
  const faulty = { merchants: ['one'], useMerchants: () => Promise.reject(new TypeError('no engine')) };
  const { path, said } = following(faulty);
  writeFileSync(path, merchants('two'));
  await expect.poll(() => said.length, DEADLINE).toBe(1);

  expect(said[0]).toContain('this is a fault of tollgate itself, please report it: TypeError: no engine\n');
});
