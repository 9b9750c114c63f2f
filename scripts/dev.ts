import { watch } from 'node:fs';
import { build } from './build.ts';

const root = new URL('..', import.meta.url).pathname;
await build({ minify: false });

const server = Bun.spawn([process.execPath, '--hot', 'src/main.ts'], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit'],
  env: { ...process.env, NODE_ENV: 'development' },
});

let timer: ReturnType<typeof setTimeout> | undefined;
function rebuildSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    build({ minify: false }).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }, 80);
}
for (const folder of ['islands', 'views', 'src', 'locales']) {
  watch(`${root}${folder}`, { recursive: true }, rebuildSoon);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
process.exit(await server.exited);
