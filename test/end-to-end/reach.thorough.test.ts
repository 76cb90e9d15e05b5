/** A deployment that is only reached by way of a proxy, or by certificates that no well-known authority vouches for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followJournal } from '../../cli/follow-journal.ts';
import { readConnectionOptions } from '../../conformance/deployment/connection.ts';
import type { Report } from '../../conformance/report/report.ts';
import { createSelfSigned } from '../../src/mock/http/self-signed.ts';
import { startMock } from '../../src/mock/index.ts';
import { listenProxy } from '../deployments/listen.ts';
import { temporaryFolder } from '../support/folders.ts';
import { bash, tollgate } from './command.ts';

const tls = createSelfSigned(['fees.test']);
const PASSWORD = 'geheim/4711';
const LOGIN = `me:${encodeURIComponent(PASSWORD)}`;

const folder = temporaryFolder();
const ca = join(folder, "the team's ca.pem");
writeFileSync(ca, tls.cert);

const DEAD = {
  HTTPS_PROXY: `http://${LOGIN}@127.0.0.1:1`,
  HTTP_PROXY: `http://${LOGIN}@127.0.0.1:1`,
  NO_PROXY: '',
};

describe('by way of a proxy that asks for a login, to a server with a certificate of its own', () => {
  test('a deployment is judged, and what the report prints shows the same again, without the password', async () => {
    await using mock = await startMock({ port: 0, tls, defects: ['nicn/refuses-non-digits'] });
    await using proxy = await listenProxy({ to: mock.url, login: `me:${PASSWORD}` });
    const environment = {
      HTTPS_PROXY: proxy.url.href.replace('//', `//${LOGIN}@`),
      NO_PROXY: 'other.test',
      TOLLGATE_TOKEN: mock.token(),
    };
    const path = join(folder, 'report.json');
    const args = ['--only', 'nicn/refuses-non-digits', '--report', `json=${path}`, '--report', 'text'];
    const ran = await tollgate(['conform', 'https://fees.test', '--ca', ca, ...args], environment);
    const text = readFileSync(path, 'utf8');
    const report: Report = JSON.parse(text);
    const failed = report.rules.find(({ outcome }) => outcome === 'fail');
    const { curl = '', response } = failed?.counterexample?.steps[0] ?? {};
    const quoted = `'${ca.replaceAll("'", String.raw`'\''`)}'`;

    expect(ran).toMatchObject({ code: 1, problem: `wrote ${path} (json)\n` });
    expect(proxy.asked.every((asked) => asked === 'CONNECT fees.test:443')).toBe(true);
    expect(curl).toContain(` --cacert ${quoted} `);
    expect(failed?.replay).toMatch(/https:\/\/fees\.test\/ --ca '/);
    expect(`${ran.out}${text}`).not.toMatch(/geheim/);

    const before = proxy.asked.length;
    const again = await bash(curl, environment);
    expect(JSON.parse(again.out)).toMatchObject({ message: 'ok' });
    expect('body' in (response ?? {})).toBe(true);
    expect(proxy.asked.length).toBe(before + 1);

    const words = await bash(`printf '%s\\n' ${failed?.replay?.replace(/^.*?(?=replay )/, '')}`);
    expect(await tollgate(words.out.trimEnd().split('\n'), environment)).toMatchObject({ code: 1 });
  });

  test('the journal of a mock is followed', async () => {
    await using mock = await startMock({ port: 0, tls, control: 'anyone' });
    await using plain = await startMock({ port: 0, control: 'anyone' });
    const follow = async (to: string, url: string) => {
      await using proxy = await listenProxy({ to, login: `me:${PASSWORD}` });
      const asked = proxy.url.href.replace('//', `//${LOGIN}@`);
      const environment = { HTTPS_PROXY: asked, HTTP_PROXY: asked };
      const reach = readConnectionOptions(new URL(url), environment, { ca });
      const stopped = new AbortController();
      const lines: string[] = [];
      const show = (line: string) => void lines.push(line);
      const how = followJournal({ url: new URL(url), last: 10, show, signal: stopped.signal, reach });
      await expect.poll(() => lines).toHaveLength(1);
      stopped.abort();

      return { how: await how, asked: proxy.asked };
    };
    for (const { inject } of [mock, plain]) await inject({ method: 'POST', path: '/v1/ch', body: '{}' });

    expect(await follow(mock.url, 'https://fees.test/')).toEqual({
      how: undefined,
      asked: ['CONNECT fees.test:443'],
    });
    expect(await follow(plain.url, 'http://fees.test/')).toEqual({
      how: undefined,
      asked: [expect.stringMatching(/^GET http:\/\/fees\.test\/_tollgate\/journal\?/)],
    });
  });
});

describe('a proxy that fails is never held against the deployment', () => {
  test('nor when it is not there, which the message says without its password', async () => {
    const { code, out } = await tollgate(['conform', 'https://fees.test', '--report', 'json'], DEAD);
    const { summary, requests }: Report = JSON.parse(out);

    expect(code).toBe(3);
    // Each of the three forms twice: what a proxy does may be an accident.
    expect(requests).toBe(6);
    expect(summary).toBe(
      'The proxy http://127.0.0.1:1 cannot be reached (ECONNREFUSED), so https://fees.test could not be reached: check HTTPS_PROXY, or list the host in NO_PROXY to connect directly.',
    );
    expect(out).not.toMatch(/geheim/);
  });

  test('requests to the built-in mock, or to any server on this machine, go past it', async () => {
    await using mock = await startMock({
      port: 0,
      tls: createSelfSigned(['127.0.0.1']),
      defects: ['nicn/refuses-non-digits'],
    });
    const args = ['--only', 'nicn/refuses-non-digits', '--effort', 'quick'];
    const environment = { ...DEAD, TOLLGATE_TOKEN: mock.token() };
    const [builtIn, own] = await Promise.all([
      tollgate(['conform', '--mock', ...args], DEAD),
      tollgate(['conform', mock.url, '--insecure', ...args], environment),
    ]);
    const curl = /^ {4}(curl .*)$/m.exec(own.out)?.[1] ?? 'false';

    expect(builtIn.code).toBe(0);
    expect(own.code).toBe(1);
    expect(own.out).toContain('The certificate of the deployment was not verified (--insecure).');
    expect(own.out).toMatch(/replay: .* --insecure$/m);
    expect(curl).toContain("--noproxy '*' -k ");
    expect(JSON.parse((await bash(curl, environment)).out)).toMatchObject({ message: 'ok' });
  });
});

test('tail reports a wrong certificate as conform does', async () => {
  await using mock = await startMock({ port: 0, tls });
  const url = new URL(`${mock.url}/`);
  const follow = async (options: Parameters<typeof readConnectionOptions>[2]) => {
    const reach = readConnectionOptions(url, {}, options);
    const { signal } = new AbortController();

    return await followJournal({ url, last: 0, show: () => {}, signal, reach });
  };

  expect(await follow({})).toMatch(/^it answers, but its certificate is not trusted: .*--ca FILE/);
  expect(await follow({ ca })).toMatch(/^it answers, but its certificate is for another name/);
});
