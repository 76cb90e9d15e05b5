/** Reads a HAR file, or runs `tollgate check-traffic`, and prints its processor time and memory after its output. */
import { readHarFiles } from '../src/exchange/har/read-har.ts';

const [work, ...args] = process.argv.slice(2);
let exchanges = 0;

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { exchanges, seconds: (user + system) / 1e6, most: process.resourceUsage().maxRSS * 1024 };
  process.stdout.write(`\n${JSON.stringify(usage)}\n`);
});

if (work === 'read') {
  for await (const batch of readHarFiles(args))
    exchanges += batch.filter(({ kind }) => kind === 'exchange').length;
} else {
  process.argv.splice(2, 1, 'check-traffic');
  await import('../cli/main.ts');
}
