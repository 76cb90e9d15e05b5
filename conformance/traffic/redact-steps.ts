/** Masks the credentials of shown exchanges wherever else a report repeats them, such as in the text of a refusal. */

import type { Exchange } from '../../src/exchange/exchange.ts';
import { mapTexts } from '../../src/text/map-texts.ts';
import { createRedactor, type Secret } from '../../src/text/redact.ts';
import { isSecretName } from '../../src/text/secret-names.ts';

/** Shorter values occur by chance. */
const SHORTEST = 8;

export function redactSteps<T>(report: T, steps: readonly Exchange[]): T {
  const secrets = new Set(steps.flatMap(secretsIn).filter((text) => text.length >= SHORTEST));
  if (secrets.size === 0) return report;
  const redact = createRedactor([...secrets].map((text): Secret => ({ text, mark: '(not shown)' })));

  return mapTexts(report, redact);
}

function secretsIn({ request: { headers, json } }: Exchange): readonly string[] {
  const found: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const text = String(value);
    if (name === 'authorization') found.push(text.replace(/^\s*\S+\s+/, ''));
    else if (name === 'cookie')
      found.push(...text.split(';').map((pair) => pair.replace(/^[^=]*=/, '').trim()));
    else if (isSecretName(name)) found.push(text);
  }
  const cardToken =
    typeof json === 'object' && json !== null && 'cardToken' in json ? json.cardToken : undefined;

  return typeof cardToken === 'string' ? [...found, cardToken] : found;
}
