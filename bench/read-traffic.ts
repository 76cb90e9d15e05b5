/** A process that reads a HAR file, and prints how many exchanges it has, in what time and memory. */
import { readHarFiles } from '../src/traffic/har/read-har.ts';

let exchanges = 0;
for await (const event of readHarFiles(process.argv.slice(2))) if (event.kind === 'exchange') exchanges++;

const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({ exchanges, seconds: (user + system) / 1e6, most: process.resourceUsage().maxRSS * 1024 }),
);
