/** A process that runs `tollgate check-traffic`, and prints behind its output in what time and memory. */
process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { seconds: (user + system) / 1e6, most: process.resourceUsage().maxRSS * 1024 };
  process.stdout.write(`\n${JSON.stringify(usage)}\n`);
});
process.argv.splice(2, 0, 'check-traffic');
await import('../src/cli/main.ts');
