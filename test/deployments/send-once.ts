/** Sends one fee call over a transport of its own. */

import type { HttpResult } from '../../conformance/rule/http-result.ts';
import { followRedirects } from '../../conformance/runner/client/redirects.ts';
import { openTransport, type TransportOptions } from '../../conformance/runner/client/transport.ts';

interface SendOptions extends Partial<Pick<TransportOptions, 'headers' | 'reach'>> {
  /** In milliseconds; long enough for a busy machine unless given. */
  readonly timeout?: number;
}

export async function sendOnce(
  url: URL,
  { headers = {}, reach, timeout = 10_000 }: SendOptions = {},
): Promise<HttpResult> {
  const transport = openTransport({
    url,
    headers,
    limits: { concurrency: 2, timeout },
    ...(reach && { reach }),
  });
  try {
    return await followRedirects(
      transport,
      url,
    )({
      path: '/v1/ch',
      token: 'secret-token',
      body: '{"n":1}',
      mayBeRepeated: true,
    });
  } finally {
    await transport.close();
  }
}
