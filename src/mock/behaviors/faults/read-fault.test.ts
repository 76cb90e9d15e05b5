import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fault, faultExamples, KINDS } from './fault.ts';
import { readFaultHeader } from './faults.ts';
import { readFaultText, readRuleText, showFault, showRule } from './read-fault.ts';

const fault: fc.Arbitrary<Fault> = fc
  .tuple(
    fc.oneof(
      fc.record({ status: fc.integer({ min: 400, max: 599 }) }),
      fc.record({ status: fc.constant(429), 'retry-after': fc.nat(9) }),
      fc.record({ reset: fc.constantFrom('before' as const, 'after' as const) }),
      fc.record({ hang: fc.constantFrom('before' as const, 'after' as const) }),
      fc.record({ truncated: fc.constant(true as const) }),
      fc.record({ 'slow-body': fc.integer({ min: 1, max: 10_000 }) }),
    ),
    fc.constantFrom<Fault>({}, { latency: 0 }, { latency: 500 }, { latency: 500, jitter: 200 }),
  )
  .map(([kind, late]) => ({ ...late, ...kind }));

describe('the text of a fault', () => {
  it('gives the same fault when it is read again', () => {
    fc.assert(
      fc.property(fault, (original) => {
        expect(readFaultText(showFault(original), 'here')).toEqual(original);
      }),
    );
  });

  it.each<[string, Fault]>([
    [
      'latency=500;jitter=200, status=503;retry-after=2',
      { latency: 500, jitter: 200, status: 503, 'retry-after': 2 },
    ],
    ['  reset  ', { reset: 'before' }],
    ['hang=after', { hang: 'after' }],
    ['429', { status: 429 }],
    ['503 ; retry-after = "2"', { status: 503, 'retry-after': 2 }],
  ])('may be %j', (text, expected) => {
    expect(readFaultHeader(text)).toEqual({ kind: 'read', fault: expected });
  });

  it.each([
    ['', 'expected NAME or NAME=VALUE, with commas or semicolons in between, got nothing'],
    ['status=503,', 'got nothing'],
    ['status 503', 'got "status 503"'],
    ['amount=13.37: hang', 'and no colon'],
    ['latency=1, latency=2', 'expected latency once'],
    ['latancy=5', 'Tollgate-Fault.latancy: unknown key, the nearest known one is latency'],
    ['latency=soon', 'Tollgate-Fault.latency: expected a whole number from 0 to 600000, got "soon"'],
    ['latency=-5', 'Tollgate-Fault.latency: expected a whole number from 0 to 600000, got "-5"'],
    ['status=200', 'Tollgate-Fault.status: expected a whole number from 400 to 599, got 200'],
    ['status=503, hang', 'got status and hang'],
    ['jitter=5, hang', 'expected latency beside jitter, got jitter alone'],
    ['__proto__=5, hang', 'Tollgate-Fault.__proto__: unknown key'],
    ['status=4242424242424242', 'got 424242…(16 digits)'],
  ])('may not be %j', (text, problem) => {
    expect(readFaultHeader(text)).toMatchObject({
      kind: 'refused',
      code: 'malformed-fault',
      detail: expect.stringContaining(problem),
    });
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '=', ' ', ',', ';', ':', '"', '5'), maxLength: 60 }),
        (text) => {
          expect(['read', 'refused']).toContain(readFaultHeader(text).kind);
        },
      ),
    );
  });

  it.each([
    ['a', ' ', 'x'],
    ['a=', ' ', '='],
    ['a=', ' ', '"'],
    ['a="', ' ', ''],
    ['a=b', ' ', 'x'],
    ['', ' ', '"'],
    ['', 'a', '!'],
    ['', 'a=,', '!'],
  ])('is read in linear time: %j and many %j before %j', (begin, filling, end) => {
    const text = begin + filling.repeat(4000 / filling.length) + end;
    const before = process.cpuUsage();
    for (let time = 0; time < 30; time++) expect(readFaultHeader(text).kind).toBe('refused');

    // In quadratic time each takes 20 ms. Processor time, in microseconds: the machine may be busy.
    expect(process.cpuUsage(before).user).toBeLessThan(300_000);
  });

  it.each([
    ['a header', (text: string) => readFaultText(text, 'here')],
    ['a rule', (text: string) => readRuleText(text, 'here')],
  ])('has 4096 characters at most: %s', (_what, read) => {
    const text = `hang${' '.repeat(4092)}`;

    expect(() => read(`${text} `)).toThrow('here: expected at most 4096 characters, got 4097');
    expect(() => read(text)).not.toThrow();
  });
});

describe('the examples of faults', () => {
  it.each(faultExamples())('are shown as they are read: $fault', ({ fault }) => {
    expect(showFault(readFaultText(fault, 'example'))).toBe(fault);
  });

  it('show each kind, and a latency', () => {
    const members = faultExamples().flatMap(({ fault }) => Object.keys(readFaultText(fault, 'example')));

    expect([...KINDS, 'latency'].filter((name) => !members.includes(name))).toEqual([]);
  });
});

describe('the text of a rule', () => {
  it('has conditions before a colon', () => {
    const text =
      'path=/v1/ch, merchant=007, amount=13.37;body.nicn=424242, body.mTxId="a: b", every=10: reset';

    expect(readRuleText(text, 'here')).toEqual({
      when: {
        path: '/v1/ch',
        merchant: '007',
        amount: '13.37',
        every: 10,
        body: { nicn: '424242', mTxId: 'a: b' },
      },
      ['then' as const]: { reset: 'before' },
    });
  });

  it('is shown as it is read', () => {
    const text = 'amount=13.37, body.authCode="a b": message="not today: no"';

    expect(showRule(readRuleText(text, 'example'))).toBe(text);
  });

  it('may have no conditions', () => {
    expect(readRuleText('hang', 'here')).toEqual({ ['then' as const]: { hang: 'before' } });
  });

  it.each(['a=1: b: c', ': hang', 'amount=13.37:'])('may not be %j', (text) => {
    expect(() => readRuleText(text, '--fault')).toThrow(/^--fault has a problem:\n--fault: expected /);
  });
});
