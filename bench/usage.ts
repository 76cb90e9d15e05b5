/** Prints the processor time and the most memory of a process after its own output: `node --import bench/usage.ts …`. */

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { seconds: (user + system) / 1e6, most: process.resourceUsage().maxRSS / 1024 };
  process.stdout.write(`\n${JSON.stringify(usage)}\n`);
});
