/** What a test run judges: an address, or a server that is started for it and closed again. */
import { STRAIGHT } from '../client/reach.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { readDeployment } from '../deployment/deployment-file.ts';
import { readDeploymentFile } from '../named-files.ts';

/** A server that was started; what `startMock` of `tollgate` gives is one. */
export interface Server {
  readonly url: string | URL;
  readonly token?: string | (() => string);
  readonly close?: () => unknown;
}

export type Started = string | URL | Server;

interface Told {
  readonly url: string | URL | (() => Started | Promise<Started>) | undefined;
  readonly token: string | undefined;
  readonly deployment: string | Deployment | undefined;
}

interface Open extends AsyncDisposable {
  readonly deployment: Deployment;
}

/** @throws whatever starting the server does; Error with `code` `deployment` where what was told cannot be used */
export async function openServer({ url, token, deployment }: Told): Promise<Open> {
  const started = typeof url === 'function' ? await url() : url;
  const server: Partial<Server> =
    typeof started === 'string' || started instanceof URL ? { url: started } : (started ?? {});
  const close = async () => {
    await server.close?.();
  };
  try {
    const own = typeof server.token === 'function' ? server.token() : server.token;
    const overrides = {
      url: server.url === undefined ? undefined : String(server.url),
      token: token ?? own ?? process.env['TOLLGATE_TOKEN'],
    };

    return { deployment: read(deployment, overrides), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Overrides {
  readonly url: string | undefined;
  readonly token: string | undefined;
}

function read(deployment: string | Deployment | undefined, overrides: Overrides): Deployment {
  if (typeof deployment === 'string') return readDeploymentFile(deployment, overrides);
  const plain = { ...overrides, url: overrides.url ?? deployment?.url.href };
  if (deployment === undefined) return readDeployment('', 'describeConformance', process.env, plain);
  const { url, one, reach = STRAIGHT } = readDeployment('', 'describeConformance', process.env, plain);
  const given = deployment.reach ?? reach;

  return {
    ...deployment,
    url,
    one: { ...deployment.one, token: one.token ?? deployment.one.token },
    // By which way depends on the address.
    reach: overrides.url === undefined ? given : { ...given, route: reach.route },
  };
}
