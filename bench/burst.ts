import { openFixture, until } from '@test/crash/fixture.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main, percentile } from './support/report.ts';

export async function runBurst(messages = Number(process.argv[2] ?? 2_000)): Promise<Line[]> {
  installConsoleFilter();
  const fixture = await openFixture({ customers: 10 });
  await fixture.running.stop();
  for (let n = 0; n < messages; n += 1) {
    await fixture.chats[n % fixture.chats.length]?.customer.send(fixture.owner, { text: `message ${n}` });
  }
  fixture.running.spawn();
  await fixture.running.answers();
  await fixture.api.call('GET', '/tickets?status=open');
  await until('the burst', () => [...fixture.owner.devices.values()].every((one) => one.isConnected));
  const waits: number[] = [];
  while (fixture.backlog() > 0 || waits.length < 10) {
    const startedAt = performance.now();
    await fixture.api.call('GET', '/tickets?status=open');
    waits.push(performance.now() - startedAt);
  }
  await fixture.end();
  return [
    limit(`longest wait for a page in a burst of ${messages}`, Math.max(...waits), 'ms', 250),
    limit(`p95 of ${waits.length} pages in that burst`, percentile(waits, 0.95), 'ms', 250),
  ];
}

if (import.meta.main) await main(runBurst);
