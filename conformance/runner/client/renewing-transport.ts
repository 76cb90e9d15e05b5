/**
 * Sends with the current tokens of a deployment whose tokens come from a command. It lies below what is judged and recorded,
 * which know only the first token of each merchant.
 */
import { createRedactor } from '../../../src/text/redact.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { type Credential, credentialFrom, DERIVED_CREDENTIALS } from '../../rule/credential.ts';
import {
  type HttpResult,
  isSuccessful,
  type OutgoingRequest,
  toHttpResponse,
} from '../../rule/http-result.ts';
import { openTransport, type Transport } from './transport.ts';

/** Credentials that rules derive from a token. */
const DERIVED: readonly Credential[] = ['own', ...DERIVED_CREDENTIALS];

/** Most runs of a command after the first. */
const MOST_RENEWALS = 100;

/** Milliseconds without a further run, after one whose token got a 401 as well: the request is the reason then. */
const QUIET = 30_000;

/** The transport to a deployment. */
export function openDeployment(deployment: Deployment): Transport {
  const { one, several } = deployment;
  const tokens = [one, ...(several === undefined ? [] : [several])].flatMap(({ token, renewToken }) =>
    token === undefined || renewToken === undefined ? [] : [createToken(token, renewToken)],
  );
  const transport = openTransport(deployment);
  if (tokens.length === 0) return transport;
  const closing = new AbortController();

  return {
    ...transport,
    async send(request) {
      const token = tokens.find(({ isFor }) => isFor(request));

      return token === undefined ? transport.send(request) : token.send(transport, request, closing.signal);
    },
    close() {
      closing.abort();

      return transport.close();
    },
  };
}

function isRefused(result: HttpResult): boolean {
  return result.kind === 'answered' && result.status === 401;
}

function createToken(first: string, renew: (signal: AbortSignal) => Promise<string | undefined>) {
  const sent = DERIVED.map((credential) => credentialFrom(credential, first));
  let current = first;
  let accepted: string | undefined;
  let renewals = 0;
  let quietUntil = 0;
  let renewing: Promise<void> | undefined;
  let restore = (text: string) => text;

  const use = (token: string) => {
    const recent = [current, token].filter((one) => one !== first);
    current = token;
    // What the server repeats of them is masked as the first one.
    restore = createRedactor(
      recent.flatMap((one) =>
        DERIVED.flatMap((credential, index) => {
          const [text, mark] = [credentialFrom(credential, one), sent[index]];

          return text === undefined || mark === undefined
            ? []
            : [{ text, mark, isWhole: credential !== 'own' }];
        }),
      ),
    );
  };
  const renewOnce = (signal: AbortSignal) => {
    renewing ??= renew(signal)
      .then((token) => use(token ?? current))
      .finally(() => {
        renewals++;
        renewing = undefined;
      });

    return renewing;
  };
  const sendOnce = async (transport: Transport, request: OutgoingRequest): Promise<HttpResult> => {
    await renewing;
    const credential = DERIVED[sent.indexOf(request.token)];
    const token = credential === undefined ? request.token : credentialFrom(credential, current);
    const result = await transport.send({ ...request, token });
    if (credential === 'own' && result.kind === 'answered' && isSuccessful(result)) accepted = token;
    if (result.kind !== 'answered' || current === first) return result;
    const { status, headers, text, ms } = result;

    return toHttpResponse({
      ...{ status, ms, text: restore(text) },
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, restore(value)])),
    });
  };

  return {
    isFor: ({ token }: OutgoingRequest) => sent.includes(token),
    async send(transport: Transport, request: OutgoingRequest, signal: AbortSignal): Promise<HttpResult> {
      await renewing;
      const used = current;
      const result = await sendOnce(transport, request);
      if (!isRefused(result) || request.token !== first || signal.aborted) return result;
      if (used === current) {
        if (accepted !== used || renewals >= MOST_RENEWALS || performance.now() < quietUntil) return result;
        await renewOnce(signal);
      }
      const again = used === current ? result : await sendOnce(transport, request);
      if (isRefused(again)) quietUntil = performance.now() + QUIET;

      return again;
    },
  };
}
