/** What Node alone can do, to compare with: `node bench/stand-in.ts pass-through PORT SERVICE`, or `bare PORT JSON`. */
import { Agent, createServer, request } from 'node:http';

const [kind = '', port = '0', argument = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

/** Pipes both bodies to the service on the port `argument`, and keeps connections open. */
const passThrough = createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const to = { port: Number(argument), host: '127.0.0.1', method, path: url, headers, agent };
  const onward = request(to, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});

/** Parses the body and writes the JSON `argument`, as the mock writes its own. */
const bare = createServer((incoming, response) => {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  incoming.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString('utf8'));
    const text = JSON.stringify(value);
    const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    response.writeHead(200, type).end(text);
  });
});
const value: unknown = kind === 'bare' ? JSON.parse(argument) : undefined;

(kind === 'bare' ? bare : passThrough).listen(Number(port), '127.0.0.1');
