import type { Assault } from './assaults.ts';

const PAUSE_MS = 100;
const PATIENCE_MS = 30_000;

const { url, cookie, ticketId, seconds } = JSON.parse(process.argv[2] ?? '{}') as Assault;
const times: number[] = [];
let failed = 0;
const end = performance.now() + seconds * 1_000;
for (let n = 0; performance.now() < end; n += 1) {
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
  await Bun.sleep(PAUSE_MS);
}
process.stdout.write(JSON.stringify({ times, failed }));
process.exit(0);
