/** Opens the deployment to test: an address, or a server that is started before the tests and closed after them. */
import { type Deployment, STRAIGHT } from '../deployment/deployment.ts';
import { type Overrides, readDeployment, readDeploymentFile } from '../deployment/read-deployment.ts';

/** A running server, such as `startMock` of `tollgate` returns. */
export interface Server {
  readonly url: string | URL;
  readonly token?: string | (() => string);
  readonly close?: () => unknown;
}

export type Started = string | URL | Server;

interface JudgedServer {
  readonly url?: string | URL | (() => Started | Promise<Started>) | undefined;
  readonly token?: string | undefined;
  readonly deployment?: string | Deployment | undefined;
}

interface OpenServer extends AsyncDisposable {
  readonly deployment: Deployment;
}

/** @throws DeploymentError, and any error of starting the server */
export async function openServer({ url, token, deployment }: JudgedServer): Promise<OpenServer> {
  const started = typeof url === 'function' ? await url() : url;
  const server: Partial<Server> =
    typeof started === 'string' || started instanceof URL ? { url: started } : (started ?? {});
  const close = async () => {
    await server.close?.();
  };
  try {
    const serverToken = typeof server.token === 'function' ? server.token() : server.token;
    const overrides = {
      url: server.url === undefined ? undefined : String(server.url),
      token: token ?? serverToken ?? process.env['TOLLGATE_TOKEN'],
    };

    return { deployment: resolveDeployment(deployment, overrides), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function resolveDeployment(deployment: JudgedServer['deployment'], { url, token }: Overrides): Deployment {
  if (typeof deployment === 'string') return readDeploymentFile(deployment, { url, token });
  const resolved = readDeployment('', 'describeConformance', process.env, {
    url: url ?? deployment?.url.href,
    token,
  });
  if (deployment === undefined) return resolved;
  const { reach = STRAIGHT } = resolved;
  const given = deployment.reach ?? reach;

  return {
    ...deployment,
    url: resolved.url,
    one: { ...deployment.one, token: resolved.one.token ?? deployment.one.token },
    // The route depends on the address.
    reach: url === undefined ? given : { ...given, route: reach.route },
  };
}
