import type { Assault } from './assaults.ts';

const PAUSE_MS = 100;
const PATIENCE_MS = 30_000;
const FIRST_ANSWERS = 10;

const { url, cookie, ticketId, seconds } = JSON.parse(process.argv[2] ?? '{}') as Assault;
const times: number[] = [];
let failed = 0;
for (let n = 0; n < FIRST_ANSWERS; n += 1) await answer(n);
times.length = 0;
const end = performance.now() + seconds * 1_000;
for (let n = FIRST_ANSWERS; performance.now() < end; n += 1) {
  await answer(n);
  await Bun.sleep(PAUSE_MS);
}
process.stdout.write(JSON.stringify({ times, failed }));
process.exit(0);

async function answer(n: number): Promise<void> {
  const startedAt = performance.now();
  const isAnswered = await fetch(`${url}/messages/${ticketId}`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: url, 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ body: `resposta ${n}` }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    async (reply) => reply.ok && (await reply.text()) !== '',
    () => false,
  );
  if (isAnswered) times.push(performance.now() - startedAt);
  else failed += 1;
}
