/** Runs `tollgate check-traffic` and prints its processor time and memory after its output. */
process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { seconds: (user + system) / 1e6, most: process.resourceUsage().maxRSS * 1024 };
  process.stdout.write(`\n${JSON.stringify(usage)}\n`);
});
process.argv.splice(2, 0, 'check-traffic');
await import('../cli/main.ts');
