/** Servers to compare with, each in a process of its own: `node bench/stand-in.ts KIND PORT ARGUMENT`. */
import { Agent, createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

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

const [kind = '', port = '0', argument = ''] = process.argv.slice(2);

/** Pipes both bodies to the service on the port `argument`, and keeps connections open. */
function passThrough() {
  const agent = new Agent({ keepAlive: true });
  createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const to = { port: Number(argument), host: '127.0.0.1', method, path: url, headers, agent };
    const onward = request(to, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(Number(port), '127.0.0.1');
}

/** Parses the body and writes the JSON `argument`. */
function fixedAnswer() {
  const value: unknown = JSON.parse(argument);

  return ({ body }: { readonly body: string }): Answer => {
    try {
      return typeof JSON.parse(body) === 'object'
        ? { status: 200, body: value }
        : { status: 400, body: null };
    } catch {
      return { status: 400, body: null };
    }
  };
}

/** openapi-backend as a mock: checks requests against the contract and answers with the contract's example. */
async function openapiBackend() {
  const { OpenAPIBackend } = createRequire(new URL('peers/', import.meta.url))('openapi-backend') as {
    readonly OpenAPIBackend: new (options: unknown) => Backend;
  };
  const backend = new OpenAPIBackend({
    definition: fileURLToPath(new URL('../openapi.yaml', import.meta.url)),
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
      merchantToken: ({ request: { headers } }: Context) => /^Bearer ./.test(headers['authorization'] ?? ''),
    },
  });
  await backend.init();

  return (asked: object) => backend.handleRequest(asked);
}

if (kind === 'pass-through') {
  passThrough();
} else {
  const answerTo = kind === 'bare' ? fixedAnswer() : await openapiBackend();
  createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', async () => {
      const { method, url: path, headers } = incoming;
      const asked = { method, path, headers, query: '', body: Buffer.concat(parts).toString('utf8') };
      const answered = answerTo(asked);
      const { status, body } = answered instanceof Promise ? await answered : answered;
      const text = JSON.stringify(body);
      const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(status, type).end(text);
    });
  }).listen(Number(port), '127.0.0.1');
}
