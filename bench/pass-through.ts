/** The baseline for the proxy: a `node:http` server that pipes both bodies and keeps connections open. */
import { Agent, createServer, request } from 'node:http';

const [port = '0', service = '0'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const onward = request(
    { port: Number(service), host: '127.0.0.1', method, path: url, headers, agent },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}).listen(Number(port), '127.0.0.1');
