/** The environment of a client command: TOLLGATE_URL, TOLLGATE_TOKEN, TOLLGATE_JOB and the templates of --env. */
import type { RunContext } from '../../conformance/index.ts';
import { UsageError } from '../command.ts';

type FillEnvironment = (values: Omit<RunContext, 'signal'>) => Readonly<Record<string, string>>;

const PLACE = /\{([^{}]*)\}/g;

/**
 * @param templates each as NAME=TEMPLATE; {url}, {token}, {token:MERCHANT} and {job} stand for values
 * @throws UsageError
 */
export function readEnvironment(templates: readonly string[], merchants: readonly string[]): FillEnvironment {
  const entries = templates.map((typed) => readTemplate(typed, merchants));

  return ({ url, job, token, tokenOf }) => ({
    TOLLGATE_URL: url,
    TOLLGATE_TOKEN: token,
    TOLLGATE_JOB: String(job),
    ...Object.fromEntries(
      entries.map(({ name, template }) => [
        name,
        template.replaceAll(PLACE, (whole, place: string) => {
          if (place === 'url') return url;
          if (place === 'job') return String(job);
          if (place === 'token') return token;

          return place.startsWith('token:') ? tokenOf(place.slice('token:'.length)) : whole;
        }),
      ]),
    ),
  });
}

function readTemplate(typed: string, merchants: readonly string[]) {
  const at = typed.indexOf('=');
  const name = typed.slice(0, Math.max(at, 0));
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new UsageError(`--env: expected NAME=TEMPLATE, such as FEES_URL={url}, got ${typed}`);
  const template = typed.slice(at + 1);
  for (const [, place = ''] of template.matchAll(PLACE)) {
    if (!place.startsWith('token:')) continue;
    const merchant = place.slice('token:'.length);
    if (!merchants.includes(merchant))
      throw new UsageError(
        `--env: ${name}: expected {token:MERCHANT} with one of ${merchants.join(', ')}, got {token:${merchant}}`,
        { typed: merchant, names: merchants },
      );
  }

  return { name, template };
}
