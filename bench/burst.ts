import { openStage, until } from '@test/crash/stage.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main, percentile } from './support/report.ts';

export async function runBurst(messages = Number(process.argv[2] ?? 2_000)): Promise<Line[]> {
  installConsoleFilter();
  const stage = await openStage({ customers: 10 });
  await stage.desk.stop();
  for (let n = 0; n < messages; n += 1) {
    await stage.chats[n % stage.chats.length]?.customer.send(stage.owner, { text: `message ${n}` });
  }
  stage.desk.spawn();
  await stage.desk.answers();
  await stage.api.call('GET', '/tickets?status=open');
  await until('the burst', () => [...stage.owner.devices.values()].every((one) => one.isConnected));
  const waits: number[] = [];
  while (stage.backlog() > 0 || waits.length < 10) {
    const startedAt = performance.now();
    await stage.api.call('GET', '/tickets?status=open');
    waits.push(performance.now() - startedAt);
  }
  await stage.end();
  return [
    limit(`longest wait for a page in a burst of ${messages}`, Math.max(...waits), 'ms', 250),
    limit(`p95 of ${waits.length} pages in that burst`, percentile(waits, 0.95), 'ms', 250),
  ];
}

if (import.meta.main) await main(runBurst);
