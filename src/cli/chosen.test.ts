import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChoosing, tellChoosing } from './choosing.ts';
import { chosen, like } from './chosen.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);

  return path;
}

describe('--choose', () => {
  it('takes names with options, and of two for one name the last', () => {
    expect(chosen(['refusal=html', 'success-status=201', 'success-status=202'])).toEqual({
      refusal: 'html',
      'success-status': '202',
    });
  });

  it.each([
    ['sucess-status=201', 'got sucess-status. Did you mean success-status?'],
    ['zzz', 'got zzz. There are success-status, sale-status, '],
    ['refusal=htlm', ', got htlm. Did you mean html? In which form is a request refused?'],
    ['refusal', 'expected refusal=OPTION with problem, json, '],
    ['success-status=418', 'expected success-status=OPTION with 200, 201, 202, got 418. Which'],
    ['number-form=zzzzzzzzzz', 'got zzzzzzzzzz. How is the fee written?'],
    ['=201', 'expected the name of a choice, got nothing.'],
  ])('refuses %s with what could be meant', (typed, told) => {
    expect(() => chosen([typed])).toThrow(told);
  });
});

describe('--like', () => {
  it('takes what a report observed, and tells what it skips', () => {
    const observed = {
      'success-status': '201',
      'sale-status': '418',
      'field-order': 'reversed or alphabetical',
      'second-sale': 'replace or something else',
      weather: 'fine',
      refusal: 3,
    };
    const path = written('report.json', JSON.stringify({ schema: 1, choices: observed }));
    const { choices, skipped } = like(path);

    expect(choices).toEqual({ 'success-status': '201', 'field-order': 'reversed' });
    expect(skipped).toBe(
      `--like: ${path}: skipped what no mock can choose: sale-status=418, second-sale="replace or something else", weather, refusal=3`,
    );
  });

  it.each([
    [
      'not.json',
      '<xml>',
      'expected a report in JSON, as conform --report json=PATH writes it, got something that is not JSON',
    ],
    ['other.json', '{"choices":{}}', 'got JSON without "schema": 1'],
    ['list.json', '[]', 'got JSON without "schema": 1'],
    ['bare.json', '{"schema":1}', 'got one without "choices"'],
  ])('refuses %s with what was expected', (name, text, told) => {
    expect(() => like(written(name, text))).toThrow(told);
  });

  it('refuses a file that is not there', () => {
    expect(() => like(join(folder, 'nowhere.json'))).toThrow(
      /--like: .*nowhere\.json cannot be read \(ENOENT\)/,
    );
  });
});

describe('what the mock is told', () => {
  it('is what was typed before what a report observed, and nothing that was not asked for', () => {
    const report = written(
      'like.json',
      JSON.stringify({ schema: 1, choices: { refusal: 'html', 'sale-status': '202' } }),
    );
    const given = {
      arguments: [],
      options: { choose: ['refusal=json'], like: report, grease: '7', lenient: true },
    };
    const { options } = readChoosing(given);

    expect(options).toEqual({ choices: { refusal: 'json', 'sale-status': '202' }, grease: 7, lenient: true });
    expect(tellChoosing(options)).toEqual([
      'chosen: sale-status=202, refusal=json',
      'varied from answer to answer: --grease 7 does it again',
      'lenient: what is overlooked stands in the header Tollgate-Violations',
    ]);
    expect(readChoosing({ arguments: [], options: {} }).options).toEqual({ choices: {}, lenient: false });
  });

  it('has a seed by chance where grease was given without one', () => {
    const { options } = readChoosing({ arguments: [], options: { grease: true } });

    expect(options.grease).toBeGreaterThanOrEqual(0);
    expect(() => readChoosing({ arguments: [], options: { grease: 'x' } })).toThrow(
      '--grease: expected a whole number',
    );
  });
});
