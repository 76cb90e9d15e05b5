import { expect, it, vi } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { contractAt, contractTextAt } from './document.ts';

vi.mock('yaml', { spy: true });

const ADDRESS = 'http://127.0.0.1:9';

it('the contract at an address as data takes no parsing of YAML, and is the same as the text', () => {
  const contract = contractAt(ADDRESS);
  expect(parse).not.toHaveBeenCalled();
  expect(parseDocument).not.toHaveBeenCalled();

  expect(JSON.stringify(contract)).toBe(JSON.stringify(parse(contractTextAt(ADDRESS))));
});
