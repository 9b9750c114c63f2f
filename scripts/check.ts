/** `bun run check`: format, lint, types, all tests. The definition of done. */
import { run } from './run.ts';

const steps = [
  ['bun', 'x', 'biome', 'ci', '.'],
  ['bun', 'x', 'tsc', '--noEmit'],
  ['bun', 'scripts/test.ts'],
];

for (const step of steps) {
  process.stdout.write(`\n> ${step.slice(1).join(' ')}\n`);
  const code = await run(step);
  if (code !== 0) process.exit(code);
}
