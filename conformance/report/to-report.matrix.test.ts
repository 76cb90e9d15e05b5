import { describe, expect, test } from 'vitest';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { listenHttp } from '../../test/deployments/listen.ts';
import { checkFee, startReference } from '../../test/deployments/reference.ts';
import { describeOnce, sampled, testOnce } from '../../test/support/sampled.ts';
import { conform } from '../index.ts';
import type { Report } from './report.ts';
import { REPORTERS } from './reporters.ts';

/** The report on a deployment that drops the spaces of the `nicn`. */
const TRIMMING = await judgeTrimming();

async function judgeTrimming(): Promise<Report> {
  await using server = await startReference({
    checkFee: (request, ...rest) =>
      checkFee({ ...request, nicn: String(request['nicn']).replaceAll(' ', '') }, ...rest),
  });

  return await conform({
    deployment: deploymentOf(server.url),
    seed: 7,
    toolVersion: '1.2.3',
    selects: (id) => id.startsWith('nicn/'),
  });
}

describeOnce('the JSON report', () => {
  test.each(['', '.'])('cuts a long response between characters %j', async (before) => {
    await using server = await startReference({
      checkFee: () => undefined,
      feeResponse: (body) => ({ before, mark: '👍'.repeat(300), ...body }),
    });
    const report = await conform({
      deployment: deploymentOf(server.url),
      seed: 7,
      effort: 'quick',
      selects: (id) => id === 'nicn/refuses-non-digits',
    });
    const failed = report.rules.find(({ outcome }) => outcome === 'fail');

    expect(failed?.reason).toMatch(/👍…$/u);
    expect(failed?.reason.isWellFormed()).toBe(true);
    expect(failed?.counterexample?.got.isWellFormed()).toBe(true);
  });

  test('shows each step of a counterexample', async () => {
    const { rules } = TRIMMING;
    const { counterexample, replay } = rules.find(({ id }) => id === 'nicn/refuses-non-digits')!;

    expect(replay).toContain('nicn/refuses-non-digits');
    expect(counterexample!.steps).toEqual([
      {
        request: {
          method: 'POST',
          url: expect.stringMatching(/\/v1\/ch$/),
          headers: expect.objectContaining({ authorization: 'Bearer $TOLLGATE_TOKEN' }),
          body: expect.stringContaining('"nicn"'),
        },
        response: {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: expect.stringContaining('"message":"ok"'),
        },
        curl: expect.stringMatching(/^curl /),
      },
    ]);
  });
});

testOnce('the replay command quotes paths for a shell', async () => {
  await using server = await startReference({ createStxid: () => 'always-the-same' });
  const { rules } = await conform({
    deployment: deploymentOf(server.url),
    seed: 7,
    effort: 'quick',
    invocation: { command: 'tollgate', reportPath: "our team's report.json", deploymentPath: 'a&b.yaml' },
  });

  expect(rules.find(({ id }) => id === 'identity/stxid-is-unique')?.replay).toBe(
    String.raw`tollgate replay 'our team'\''s report.json' identity/stxid-is-unique ${server.url.href} --deployment 'a&b.yaml'`,
  );
});

describeOnce('the report as text', () => {
  test('begins with the verdict, then lists failures, and after them rules that were not tested', async () => {
    const lines = REPORTERS['text']!(TRIMMING).split('\n');
    const place = (start: string) => lines.findIndex((line) => line.startsWith(start));

    expect(lines[0]).toMatch(/^NONCONFORMANT/);
    expect(place('FAIL')).toBe(4);
    expect(place('Not tested')).toBeGreaterThan(4);
  });
});

/** Decodes entities of HTML and XML. */
function unescaped(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

  return text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');
}

testOnce(
  'a warning is shown apart from failures, with its smallest counterexample, and does not count',
  async () => {
    await using server = await startReference({
      checkFee: ({ nicn, ...request }, ...rest) =>
        checkFee({ ...request, nicn: typeof nicn === 'number' ? String(nicn) : nicn }, ...rest),
    });
    const selects = (id: string) => /^fee-request\/(?:accepts-required|refuses)/.test(id);
    const report = await conform({ deployment: deploymentOf(server.url), seed: 1, selects });
    const text = REPORTERS.text(report);
    const { counterexample } = report.rules.find(({ id }) => id === 'fee-request/refuses-wrong-types')!;

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, strict: false });
    expect(text).toMatch(/^CONFORMANT/);
    expect(report.summary).toContain('Warnings, which do not count: fee-request/refuses-wrong-types.');
    expect(text).toContain('WARNING  fee-request/refuses-wrong-types  (should, section 2.1)');
    expect(text).toMatch(/\d+ should rules: .*1 warning/);
    expect(text).not.toContain('FAIL');
    expect(counterexample!.steps.map(({ request }) => JSON.parse(request.body))).toEqual([
      { amount: 100, nicn: 424242, region: '85004' },
    ]);
  },
);

describe('secrets', () => {
  const CANARY = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2VjcmV0+canary/signature==';
  const HEADER = `canary+of/a key==&<'"@`;

  const hex = (code: number) => code.toString(16).padStart(2, '0');
  const ESCAPED: readonly ((code: number) => string)[] = [
    (code) => `\\u00${hex(code)}`,
    (code) => `%${hex(code).toUpperCase()}`,
    (code) => `&#${code};`,
    (code) => `&#x${hex(code)};`,
    (code) => `\\x${hex(code)}`,
    (code) => String.fromCharCode(code),
  ];

  /** Forms in which a response could repeat a token. */
  const ECHOES: Readonly<Record<string, (token: string) => string>> = {
    plain: (token) => token,
    'URL-encoded': encodeURIComponent,
    base64: (token) => Buffer.from(token).toString('base64'),
    base64url: (token) => Buffer.from(token).toString('base64url'),
    'the header in base64': (token) => Buffer.from(`Bearer ${token}`).toString('base64'),
    'the header line in base64': (token) => Buffer.from(`authorization: Bearer ${token}`).toString('base64'),
    'lower-case percent codes': (token) =>
      encodeURIComponent(token).replaceAll(/%../g, (code) => code.toLowerCase()),
    'the escapes of a page': (token) =>
      token
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll("'", '&#39;')
        .replaceAll('"', '&quot;'),
    'the escapes of a page, slashes too': (token) =>
      token
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll("'", '&#x27;')
        .replaceAll('"', '&quot;')
        .replaceAll('/', '&#x2F;'),
    'the escapes of JSON': (token) => JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/'),
    'hexadecimal digits': (token) => Buffer.from(token).toString('hex'),
    'its signature alone': (token) => token.split('.').at(-1)!,
  };

  /** Forms that a plain search does not find. */
  const DISGUISES: typeof ECHOES = {
    'escapes of every letter, of several kinds': (token) =>
      [...token].map((letter, n) => ESCAPED[n % ESCAPED.length]!(letter.codePointAt(0)!)).join(''),
    'escapes within escapes': (token) =>
      [...token].map((letter) => `%5Cu00${letter.codePointAt(0)!.toString(16)}`).join(''),
    'lines of few letters': (token) => token.split(/(.{6})/).join('\r\n  '),
    'pieces in a list': (token) => JSON.stringify(token.split(/(.{5})/)),
  };

  interface Echo {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: object | string;
  }

  /** Judges a server whose responses repeat the token of the request, or a header of the deployment file. */
  async function judgeEchoing(
    token: string,
    headers: Readonly<Record<string, string>>,
    answer: (token: string, headers: Readonly<Record<string, unknown>>) => Echo,
    options: Partial<Parameters<typeof conform>[0]> = { effort: 'quick' },
  ) {
    await using server = await listenHttp((request, response) => {
      const sent = (request.headers.authorization ?? '').replace('Bearer ', '');
      const {
        status = 200,
        headers: own = { 'content-type': 'application/json' },
        body,
      } = answer(sent, request.headers);
      response.writeHead(status, { ...own });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const file = { one: { token, processors: [] }, several: undefined };
    const sends = { headers: { 'content-type': 'application/json', ...headers } };

    return await conform({
      seed: 1,
      deployment: deploymentOf(server.url, { ...file, ...sends }),
      ...options,
    });
  }

  test.each(sampled(Object.entries({ ...ECHOES, ...DISGUISES }), 1))(
    'echoed as %s are in no report',
    async (_, echo) => {
      const report = await judgeEchoing(CANARY, { 'x-api-key': HEADER }, (token) => ({
        headers: { 'content-type': `application/json; t=${encodeURIComponent(echo(token))}` },
        body: { transactionFee: 1, sTxId: echo(token), message: echo(token), [echo(token)]: [echo(HEADER)] },
      }));
      const failures = report.rules.filter(({ outcome }) => outcome === 'fail');

      expect(failures.length).toBeGreaterThan(0);
      for (const [kind, print] of Object.entries(REPORTERS)) {
        const printed = print(report);
        for (const secret of [CANARY, echo(CANARY), HEADER, echo(HEADER), CANARY.split('.').at(-1)!]) {
          // The first and last characters of base64 depend on what surrounds the secret.
          const telling = secret.slice(Math.floor(secret.length / 3), -4);

          // In a JSON response, and in a JSON report of it.
          for (const form of [telling, inJson(telling), inJson(inJson(telling))])
            for (const shown of [printed, unescaped(printed)])
              expect(shown.includes(form), `${kind} shows ${form}`).toBe(false);
        }
      }
    },
  );

  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

  const OPAQUE = 'q7Lw0ZtR3vXc9BnMk2JhGf5DsAa8PoIu1YyTe4WrQxEzCvUbNi6OmLpKjHgFdSwVqRtYuPlMzXc0AbDe';
  const TENANT = 'tenant-canary-42';
  const judgeOpaque = (answer: (token: string, tenant: string) => object) =>
    judgeEchoing(OPAQUE, { 'x-tenant': TENANT, 'x-zone': 'z1' }, (token, headers) => ({
      headers: { 'content-type': `application/json; t=${token}` },
      body: answer(token, String(headers['x-tenant'])),
    }));

  const RESPONSES: readonly (readonly [string, (token: string, tenant: string) => object])[] = [
    ['a fee', (token) => ({ transactionFee: token, sTxId: 'a', message: 'ok' })],
    ['an sTxId', (token) => ({ transactionFee: 1, sTxId: { id: token }, message: 'ok' })],
    ['a message', (token) => ({ transactionFee: 1, sTxId: 'a', message: token })],
    ['pieces', (token) => ({ transactionFee: 1, sTxId: token.slice(9, 50), message: token.slice(0, 30) })],
    ['the name of a field', (token) => ({ transactionFee: 1, sTxId: 'a', message: 'ok', [token]: 1 })],
    ['another header', (_, tenant) => ({ transactionFee: 1, sTxId: tenant, message: `for ${tenant}` })],
    [
      'the name of a field after another header',
      (_, tenant) => ({ transactionFee: 1, sTxId: tenant, message: 'ok', [tenant]: 1 }),
    ],
  ];

  test.each(sampled(RESPONSES, 1))(
    'that are opaque and echoed as %s are in no report, whole or in part',
    async (_, response) => {
      const report = await judgeOpaque(response);
      const pieces = Array.from({ length: OPAQUE.length - 15 }, (_, at) => OPAQUE.slice(at, at + 16));

      expect(REPORTERS.json(report)).toMatch(/\$TOLLGATE_TOKEN|REDACTED/i);
      for (const [kind, print] of Object.entries(REPORTERS)) {
        const printed = print(report);

        expect([kind, [...pieces, TENANT].filter((piece) => printed.includes(piece))]).toEqual([kind, []]);
      }
    },
  );

  testOnce('are masked in the headers of a request, and variables in the curl command', async () => {
    const report = await judgeOpaque(() => ({ transactionFee: '1', sTxId: 'a', message: 'ok' }));
    const failed = report.rules.find(({ outcome }) => outcome === 'fail');
    const [step] = failed?.counterexample?.steps ?? [];

    expect(step?.request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-tenant': 'REDACTED',
      'x-zone': 'REDACTED',
    });
    expect(step?.curl).toContain(
      '-H "x-tenant: $TOLLGATE_HEADER_X_TENANT" -H "x-zone: $TOLLGATE_HEADER_X_ZONE"',
    );
  });

  testOnce('that are card numbers are in no report, unless the suite sent them', async () => {
    const foreign = '4000 0566 5566 5556';
    const report = await judgeOpaque(() => ({ transactionFee: '1', sTxId: 'a', message: `of ${foreign}` }));
    const json = REPORTERS.json(report);

    expect(json).toContain('400005…(16 digits)');
    expect(json).not.toContain(foreign);
  });

  const FORGERIES: readonly [name: string, takes: RegExp, shown: string][] = [
    ['under another signature', /\.A+$/, `"Authorization: Bearer \u0024{TOLLGATE_TOKEN%.*}.AAAA`],
    ['unsigned', /\.$/, '$(printf %s "$TOLLGATE_TOKEN" | cut -d . -f 2)."'],
  ];

  test.each(
    sampled(
      FORGERIES.flatMap(([name, takes, shown]) =>
        Object.entries(ECHOES).map(([form, echo]) => ({ name, form, takes, shown, echo })),
      ),
      1,
    ),
  )('derived from a token $name and echoed as $form are in no report', async ({ takes, shown, echo }) => {
    const gullible = (token: string): Echo =>
      token === CANARY || takes.test(token)
        ? {
            headers: { 'x-echo': encodeURIComponent(echo(token)) },
            body: { transactionFee: 1, sTxId: 'a', message: 'ok', [echo(token)]: echo(token) },
          }
        : { status: 401, headers: { 'x-echo': encodeURIComponent(echo(token)) }, body: '' };
    const report = await judgeEchoing(CANARY, {}, gullible, { selects: (id) => id.startsWith('auth/') });
    const [header = '', payload = '', signature = ''] = CANARY.split('.');
    const encoded = [header, payload].map((part) => Buffer.from(part).toString('base64').slice(4, -4));

    expect(report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([
      'auth/refuses-invalid-token',
    ]);
    for (const print of Object.values(REPORTERS)) {
      const printed = print(report);
      for (const part of [header, payload, signature, encodeURIComponent(signature), ...encoded])
        expect(printed).not.toContain(part);
    }
    expect(REPORTERS.text(report)).toContain(shown);
  });
});

describeOnce('text of a server', () => {
  const HOSTILE =
    '\u009b31m \u202e \u007f \u0085 ##[error]x ##[stop-commands]y ##vso[task.complete]z ::error::x ::set-output name=a::b';

  test('is harmless to terminals and CI runners in every report', async () => {
    await using server = await listenHttp((_, response) => {
      const body = { transactionFee: '1', sTxId: HOSTILE, message: HOSTILE, [HOSTILE]: HOSTILE };
      response.writeHead(200, { 'content-type': 'application/json; a=\u009b\u0085##[error]' });
      response.end(JSON.stringify(body));
    });
    const report = await conform({ seed: 1, effort: 'quick', deployment: deploymentOf(server.url) });

    expect(report.rules.some(({ counterexample }) => (counterexample?.steps.length ?? 0) > 1)).toBe(true);
    for (const [kind, print] of Object.entries(REPORTERS)) {
      const printed = print(report);
      const read = kind === 'sarif' ? JSON.stringify(JSON.parse(printed)) : '';
      const [found] = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]|##\[|##vso/u.exec(printed + read) ?? [];

      expect([kind, found]).toEqual([kind, undefined]);
      expect([kind, /(?<!^)::(?:error|set-output)(?=::|\s)/m.exec(printed)?.[0]]).toEqual([kind, undefined]);
    }
  });
});
