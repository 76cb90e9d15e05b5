/** Reads a HAR file and prints its number of exchanges, the processor time and the memory. */
import { readHarFiles } from '../src/exchange/har/read-har.ts';

let exchanges = 0;
for await (const batch of readHarFiles(process.argv.slice(2)))
  exchanges += batch.filter(({ kind }) => kind === 'exchange').length;

const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({ exchanges, seconds: (user + system) / 1e6, most: process.resourceUsage().maxRSS * 1024 }),
);
