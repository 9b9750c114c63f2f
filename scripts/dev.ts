/** `bun run dev`: rebuilds what browsers load and starts the desk anew when a source changes; open pages reload. */
import { watch } from 'node:fs';
import { build } from './build.ts';

const root = new URL('..', import.meta.url).pathname;
const SETTLE_MS = 80;

function startDesk() {
  return Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
}

await build({ minify: false });
let desk = startDesk();
let isStopping = false;

/** The old process lets go of the data folder before the new one takes it: only one may hold it. */
async function restart(): Promise<void> {
  await build({ minify: false });
  desk.kill('SIGTERM');
  await desk.exited;
  if (!isStopping) desk = startDesk();
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
    desk.kill(signal);
    process.exit(await desk.exited);
  });
}
