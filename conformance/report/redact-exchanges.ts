/** Masks texts of a report on exchanges of others: card numbers and tokens, and the credentials of the exchanges. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import { mapTexts } from '../../src/text/map-texts.ts';
import { maskText } from '../../src/text/mask.ts';
import { createRedactor, type Secret } from '../../src/text/redact.ts';
import { isSecretName } from '../../src/text/secret-names.ts';
import type { Judge } from './build-report.ts';

/** Shorter values occur by chance. */
const SHORTEST = 8;

/** A credential may be repeated anywhere, such as in the text of a refusal. */
export function createExchangeRedactor(exchanges: readonly Exchange[]): Judge['redact'] {
  const secrets = exchanges.flatMap(secretsIn).filter(({ text }) => text.length >= SHORTEST);
  const redact = createRedactor([...new Map(secrets.map((secret) => [secret.text, secret])).values()]);

  return {
    maskCredentials: (value) => (secrets.length === 0 ? value : mapTexts(value, redact)),
    maskServerText: (text) => maskText(text),
    maskCounterexample: ({ expected, got, ...rest }) => ({
      ...rest,
      ...{ expected: maskText(expected), got: maskText(got) },
    }),
  };
}

function secretsIn({ request: { headers, json } }: Exchange): readonly Secret[] {
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) => {
    const text = String(value ?? '');
    if (name === 'authorization') return { text: text.replace(/^\s*\S+\s+/, ''), mark: '(a token)' };
    if (name === 'cookie') return text.split(';').map((pair) => hidden(pair.replace(/^[^=]*=/, '').trim()));

    return isSecretName(name) ? hidden(text) : [];
  });
  const { cardToken } = Object(json) as { readonly cardToken?: unknown };

  return typeof cardToken === 'string'
    ? [...ofHeaders, { text: cardToken, mark: '(a card token)' }]
    : ofHeaders;
}

function hidden(text: string): Secret {
  return { text, mark: '(not shown)' };
}
