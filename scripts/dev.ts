import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const SETTLE_MS = 80;

function startApp() {
  return Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
}

await build({ minify: false });
let app = startApp();
let isStopping = false;

async function restart(): Promise<void> {
  await build({ minify: false });
  app.kill('SIGTERM');
  await app.exited;
  if (!isStopping) app = startApp();
}

let timer: Timer | undefined;
let work: Promise<void> = Promise.resolve();
function restartSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    work = work.then(restart).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
    });
  }, SETTLE_MS);
}

for (const folder of ['islands', 'views', 'src', 'db', 'locales']) {
  watch(`${root}${folder}`, { recursive: true }, restartSoon);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    isStopping = true;
    app.kill(signal);
    process.exit(await app.exited);
  });
}
