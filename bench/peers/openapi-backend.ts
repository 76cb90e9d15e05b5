/** openapi-backend as a mock server: checks requests against the contract and answers with the contract's example. */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The used part of the package, which is not always installed. */
interface Backend {
  readonly init: () => Promise<unknown>;
  readonly handleRequest: (request: unknown) => Promise<Answer>;
  readonly mockResponseForOperation: (operation: string) => {
    readonly status: number;
    readonly mock: unknown;
  };
}

interface Context {
  readonly operation: { readonly operationId: string };
  readonly request: { readonly headers: Readonly<Record<string, string | undefined>> };
  readonly validation: { readonly errors: unknown };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const { OpenAPIBackend } = createRequire(import.meta.url)('openapi-backend') as {
  readonly OpenAPIBackend: new (options: unknown) => Backend;
};

const [port = '0'] = process.argv.slice(2);
const backend = new OpenAPIBackend({
  definition: fileURLToPath(new URL('../../openapi.yaml', import.meta.url)),
  // Its own check of definitions supports only OpenAPI 3.0.
  quick: true,
  handlers: {
    notImplemented({ operation }: Context): Answer {
      const { status, mock } = backend.mockResponseForOperation(operation.operationId);

      return { status, body: mock };
    },
    validationFail: ({ validation }: Context): Answer => ({ status: 422, body: validation.errors }),
    unauthorizedHandler: (): Answer => ({ status: 401, body: 'expected a bearer token' }),
    notFound: (): Answer => ({ status: 404, body: 'no such operation' }),
  },
  securityHandlers: {
    merchantToken: ({ request }: Context) => /^Bearer ./.test(request.headers['authorization'] ?? ''),
  },
});
await backend.init();

createServer((request, response) => {
  const { method, url: path, headers } = request;
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', async () => {
    const body = Buffer.concat(parts).toString('utf8');
    const answer = await backend.handleRequest({ method, path, body, query: '', headers });
    const text = JSON.stringify(answer.body);
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      .end(text);
  });
}).listen(Number(port), '127.0.0.1');
