/** A deployment as a recording holds it: each secret has a name in its place, by which a played-back run sends it. */

import { defined, mapTexts } from '../../src/text/json-object.ts';
import { createRedactor } from '../../src/text/redact.ts';
import {
  type ConnectionOptions,
  type Deployment,
  DeploymentError,
  type MerchantAccess,
} from '../deployment/deployment.ts';
import { parsePricing } from '../deployment/pricing.ts';
import { readDeployment } from '../deployment/read-deployment.ts';
import { derivedFrom, secretsOf } from '../report/redact.ts';
import type { RecordingSchemas } from './recording.gen.ts';

/** The part of a recording that describes the deployment: its file without paths, and what else a run depends on. */
export type DeploymentRecord = RecordingSchemas['deployment'];

export function maskDeployment(deployment: Deployment) {
  const { url, headers, one, several, cards, regions, amounts, multiPay, buildHeader, limits } = deployment;
  const { tokens, cardTokens, pricing } = deployment;
  const secrets = secretsOf(deployment).toReversed();
  // The first of equal secrets gives its name.
  const names = new Map(secrets.map(({ text, name }) => [text, placeholder(text, name)]));
  const derived = secrets.flatMap(({ kind, text }) => {
    const marks = derivedFrom(names.get(text) ?? '');

    return kind === 'token' ? derivedFrom(text).map((from, at) => [from, marks[at] ?? ''] as const) : [];
  });
  const access = (merchant: MerchantAccess | undefined) =>
    merchant && { token: merchant.token, processors: merchant.processors };
  const { concurrency, timeout, rate } = limits;
  const whole = {
    ...{ url: url.href, headers, merchants: { one: access(one), several: access(several) } },
    ...{ cards, regions, amounts, multiPay, buildHeader, tokens, cardTokens },
    limits: { concurrency, timeout, rate },
  };
  const file = mapTexts(whole, (text) => names.get(text) ?? text);
  const all = [...names, ...derived];

  return {
    deployment: defined({
      file,
      variables: defined({ one: one.tokenVariable, several: several?.tokenVariable }),
      reach: reachOf(deployment.reach),
      pricing:
        pricing?.text === undefined
          ? undefined
          : defined({
              ...{ path: pricing.path, text: pricing.text, one: pricing.one.name },
              several: pricing.several?.name,
            }),
    }),
    /** Masks a text of the server. */
    text: createRedactor([
      ...[...names].map(([text, mark]) => ({ text, mark })),
      ...[...derived].map(([text, mark]) => ({ text, mark, isWhole: true })),
    ]),
    /** Masks a text that has secrets only as a whole, such as the value of a header. */
    whole: (text: string) => all.reduce((rest, [secret, mark]) => rest.replaceAll(secret, mark), text),
  };
}

/**
 * A JWT stays one, with its times, since other credentials are derived from it. Its header begins unlike theirs: a report
 * masks what looks like a piece of the token.
 */
function placeholder(secret: string, name: string): string {
  const [, payload = '', signature, ...more] = secret.split('.');
  if (signature === undefined || more.length > 0) return `masked-${name}`;
  try {
    const { iat, nbf, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const times = Object.entries({ iat, nbf, exp }).filter(([, time]) => typeof time === 'number');
    const claims = { masked: name, ...Object.fromEntries(times) };

    return `eyJ0eXAiOiJtYXNrZWQifQ.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.masked`;
  } catch {
    return `masked.${name}.token`;
  }
}

function reachOf(reach: ConnectionOptions | undefined): DeploymentRecord['reach'] {
  if (reach === undefined) return { insecure: false };
  const { route, tls } = reach;

  return defined({
    insecure: tls.insecure,
    isPastProxy: route.kind === 'past-proxy' ? true : undefined,
    ...(route.kind === 'by-proxy' && { proxy: route.proxy.origin, variable: route.variable }),
    ...{ ca: tls.ca?.path, cert: tls.client?.cert.path, key: tls.client?.key.path },
  });
}

/** The deployment of a recording, for a run that sends nothing. Opens no file. @throws DeploymentError */
export function readDeploymentRecord({ file, variables, reach, pricing }: DeploymentRecord): Deployment {
  if ('pricing' in file || 'tls' in file)
    throw new DeploymentError('recording: expected a deployment without paths, got one with pricing or tls');
  const where = 'recording';
  const deployment = readDeployment(JSON.stringify(file), where, {}, {});
  const { proxy, variable = '', isPastProxy, insecure, ca, cert, key } = reach;
  const pem = (path: string) => ({ path, pem: '' });

  return {
    ...deployment,
    one: { ...deployment.one, tokenVariable: variables['one'] },
    several: deployment.several && { ...deployment.several, tokenVariable: variables['several'] },
    reach: {
      route:
        proxy !== undefined
          ? { kind: 'by-proxy', proxy: new URL(proxy), variable }
          : { kind: isPastProxy ? 'past-proxy' : 'straight' },
      tls: defined({
        insecure,
        ca: ca === undefined ? undefined : pem(ca),
        client: cert === undefined || key === undefined ? undefined : { cert: pem(cert), key: pem(key) },
      }),
    },
    ...(pricing && {
      pricing: parsePricing(
        pricing.text,
        {
          one: { name: pricing.one },
          several: pricing.several === undefined ? undefined : { name: pricing.several },
        },
        { where, path: pricing.path },
      ),
    }),
  };
}
