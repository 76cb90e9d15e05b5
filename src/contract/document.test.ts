import { expect, it, vi } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { contractAt, contractTextAt } from './document.ts';

vi.mock('yaml', { spy: true });

const ADDRESS = 'http://127.0.0.1:9';

it('the contract at a URL as data equals the text, without parsing YAML', () => {
  const contract = contractAt(ADDRESS);
  expect(parse).not.toHaveBeenCalled();
  expect(parseDocument).not.toHaveBeenCalled();

  expect(JSON.stringify(contract)).toBe(JSON.stringify(parse(contractTextAt(ADDRESS))));
});
