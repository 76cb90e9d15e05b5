import { expect, test } from 'vitest';
import { STRAIGHT } from '../conformance/deployment/deployment.ts';
import { listenHttp, listenRaw } from '../test/deployments/listen.ts';
import { getStream } from './follow-journal.ts';

const OPTIONS = { reach: STRAIGHT, signal: new AbortController().signal, timeout: 100 };

test('a response may last longer than the timeout, which is for its headers', async () => {
  let end = () => {};
  await using server = await listenHttp((request, response) => {
    response.write(`${request.method} ${request.url}\n`);
    end = () => void response.end('the end');
  });
  const timeout = 1500;
  const { status, body } = await getStream(new URL('path?a=1', server.url), { ...OPTIONS, timeout });
  setTimeout(end, timeout + 100);

  expect(status).toBe(200);
  expect(await body.setEncoding('utf8').toArray()).toEqual(['GET /path?a=1\n', 'the end']);
});

test('a server that sends no headers in time is reported', async () => {
  await using server = await listenRaw(() => {});

  await expect(getStream(server.url, OPTIONS)).rejects.toThrow('no answer within 0.1 s');
});

test('the signal ends the body', async () => {
  await using server = await listenHttp((_, response) => void response.write('begin'));
  const stop = new AbortController();
  const { body } = await getStream(server.url, { ...OPTIONS, signal: stop.signal, timeout: 10_000 });
  setTimeout(() => stop.abort(), 20);

  await expect(body.toArray()).rejects.toThrow(/abort/);
});
