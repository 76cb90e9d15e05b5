import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseChoices, readChoiceOptions, readReportChoices, summariseChoices } from './choice-options.ts';
import { readOptions } from './command.ts';
import { MOCK_OPTIONS } from './commands/mock-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);

  return path;
}

function refuse(warning: string): never {
  throw new Error(`expected no warning, got ${warning}`);
}

const observed = (path: string) => readReportChoices(path, refuse);

describe('--choose', () => {
  it('takes names with options, and the last one of a name', () => {
    expect(parseChoices(['refusal=html', 'success-status=201', 'success-status=202'])).toEqual({
      refusal: 'html',
      'success-status': '202',
    });
  });

  it.each([
    ['sucess-status=201', 'got sucess-status. Did you mean success-status?'],
    ['zzz', 'got zzz. There are success-status, sale-status, '],
    ['refusal=htlm', ', got htlm. Did you mean html? Which form does a refusal have?'],
    ['refusal', 'expected refusal=OPTION with problem, json, '],
    ['success-status=418', 'expected success-status=OPTION with 200, 201, 202, got 418. Which'],
    ['number-form=zzzzzzzzzz', 'got zzzzzzzzzz. How is the fee formatted?'],
    ['=201', 'expected the name of a choice, got nothing.'],
  ])('refuses %s and suggests a correction', (typed, message) => {
    expect(() => parseChoices([typed])).toThrow(message);
  });
});

describe('--like', () => {
  it('takes the choices of a report, and lists what it skips', () => {
    const observed = {
      'success-status': '201',
      'sale-status': '418',
      'field-order': 'reversed or alphabetical',
      'second-sale': 'replace or something else',
      weather: 'fine',
      refusal: 3,
    };
    const path = written('report.json', JSON.stringify({ schema: 1, choices: observed }));
    const warned: string[] = [];

    expect(readReportChoices(path, (text) => warned.push(text))).toEqual({
      'success-status': '201',
      'field-order': 'reversed',
    });
    expect(warned).toEqual([
      `tollgate: --like: ${path}: skipped, since the mock has no such choice: sale-status=418, second-sale="replace or something else", weather, refusal=3\n`,
    ]);
  });

  it('takes those of the service from a report of traffic', () => {
    const sides = [
      { subject: 'client', choices: {} },
      { subject: 'service', choices: { 'success-status': '202' } },
    ];
    const path = written('traffic.json', JSON.stringify({ schema: 1, subject: 'traffic', sides }));

    expect(observed(path)).toEqual({ 'success-status': '202' });
  });

  it.each([
    [
      'not.json',
      '<xml>',
      'expected a report in JSON, as conform or check-traffic --report json=PATH writes it, got something that is not JSON',
    ],
    ['other.json', '{"choices":{}}', 'got JSON without "schema": 1'],
    ['list.json', '[]', 'got JSON without "schema": 1'],
    ['bare.json', '{"schema":1}', 'expected a report with "choices" of a service, got one without'],
    [
      'of-a-client.json',
      '{"schema":1,"subject":"client","choices":{}}',
      'expected a report of a service or of traffic, got one of a client',
    ],
    [
      'client.json',
      '{"schema":1,"subject":"traffic","sides":[{"subject":"client","choices":{}}]}',
      'expected a report with "choices" of a service, got one without',
    ],
  ])('refuses %s and says what was expected', (name, text, message) => {
    expect(() => observed(written(name, text))).toThrow(message);
  });

  it('refuses a missing file', () => {
    expect(() => observed(join(folder, 'nowhere.json'))).toThrow(
      /--like: .*nowhere\.json cannot be read \(ENOENT\)/,
    );
  });
});

/** The choices of these options of the mock. */
const chosen = (typed: Parameters<typeof readOptions>[1]) =>
  readChoiceOptions(readOptions(MOCK_OPTIONS, typed), refuse);

describe('the options of the mock', () => {
  it('have --choose before --like, and nothing that was not typed', () => {
    const report = written(
      'like.json',
      JSON.stringify({ schema: 1, choices: { refusal: 'html', 'sale-status': '202' } }),
    );
    const options = chosen({ choose: ['refusal=json'], like: report, grease: '7', lenient: true });

    expect(options).toEqual({ choices: { refusal: 'json', 'sale-status': '202' }, grease: 7, lenient: true });
    expect(summariseChoices(options)).toEqual([
      'choices: sale-status=202, refusal=json',
      'grease: every response is randomised; --grease 7 repeats it',
      'lenient: accepted violations are listed in the header Tollgate-Violations',
    ]);
    expect(chosen({})).toEqual({
      choices: {},
      lenient: false,
    });
  });

  it('have a random seed where --grease has none', () => {
    const options = chosen({ grease: true });

    expect(options.grease).toBeGreaterThanOrEqual(0);
    expect(() => chosen({ grease: 'x' })).toThrow('--grease: expected a whole number');
  });

  it('take --strict as a preset, which --choose and --like change, and --lenient contradicts', () => {
    const options = chosen({ strict: true, choose: ['zero-amount=take'] });

    expect(options.choices).toMatchObject({
      'second-sale': 'refuse',
      'zero-amount': 'take',
      'most-texts': '5',
    });
    expect(() => chosen({ strict: true, lenient: true })).toThrow(
      '--strict: expected no --lenient beside it',
    );
  });
});
