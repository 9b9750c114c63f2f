/** `bun bench/companies.ts [companies] [seconds]`: a thousand companies, ten of them active. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, type Network, startSimulator } from '@demo/whatsapp/index.ts';
import { type AppProcess, appProcess } from '@test/crash/app-process.ts';
import { until } from '@test/crash/fixture.ts';
import { addCompanies, type Visitor } from '@test/support/many-companies.ts';
import { withDatabase } from '@/core/db/open-file.ts';
import { residentMegabytes } from '@/core/process/child-process.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main } from './support/report.ts';

const WORKING = 10;
/** Two and a half timer intervals, so that unused databases are closed again. */
const SETTLES_S = 150;

export async function runCompanies(
  count = Number(process.argv[2] ?? 1_000),
  seconds = Number(process.argv[3] ?? SETTLES_S),
): Promise<Line[]> {
  installConsoleFilter();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-companies-'));
  const ca = await createCertificateAuthority(join(dataDir, 'ca'));
  const network = await startSimulator({ ca });
  const visitors = await addCompanies(dataDir, count);
  const running = appProcess({ dataDir, network, caPath: ca.caPath });
  await timeOf(running);
  for (const [n, visitor] of visitors.slice(0, WORKING).entries()) await pair(network, running, visitor, n);
  await running.stop();
  const known = await timeOf(running);
  const afterStop = await heldAfter(running, visitors, seconds);
  await running.stop();
  forgetWhatIsKnown(dataDir);
  const unknown = await timeOf(running);
  const afterSample = await heldAfter(running, visitors, seconds / 2);
  await running.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true });
  const what = `${count} companies of which ${WORKING} work`;
  return [
    limit(`start to first answer, ${what}`, known, 'ms', 2_000),
    limit(`start to first answer, ${what}, of none is it known`, unknown, 'ms', 2_000),
    limit(`memory, ${what}, after ${seconds} s`, afterStop.megabytes, 'MB', 260),
    limit(`descriptors, ${what}, after ${seconds} s`, afterStop.files, '', 300),
    { ...limit('CPU of the last minute of these', afterStop.cpuMs, 'ms', 0), budget: '–', isMet: null },
    limit(`memory, of none was it known, after ${seconds / 2} s`, afterSample.megabytes, 'MB', 260),
    limit(`descriptors, of none was it known, after ${seconds / 2} s`, afterSample.files, '', 300),
  ];
}

async function timeOf(running: AppProcess): Promise<number> {
  const startedAt = performance.now();
  running.spawn();
  await running.answers();
  return performance.now() - startedAt;
}

function forgetWhatIsKnown(dataDir: string): void {
  withDatabase(join(dataDir, 'platform.db'), (database) => database.exec('DELETE FROM resting_companies'));
}

async function pair(network: Network, running: AppProcess, { ask }: Visitor, n: number): Promise<void> {
  const owner = network.phone({ number: `55118000000${n}`, name: `Empresa ${n}` });
  const made = await ask(running.url, '/whatsapp', { method: 'POST', body: { name: 'Loja' } });
  const { id } = (await made.json()) as { id: number };
  const { qrcode } = await until('a QR code', async () => {
    const row = (await (await ask(running.url, `/whatsapp/${id}`)).json()) as { qrcode: string };
    return row.qrcode !== '' && row;
  });
  await owner.scan(qrcode);
  await until('its synchronisation', () => [...owner.devices.values()].every((one) => one.isSynced));
}

async function heldAfter(running: AppProcess, visitors: Visitor[], seconds: number) {
  const end = performance.now() + seconds * 1_000;
  let cpuBefore = cpuOf(running);
  while (performance.now() < end) {
    for (const { ask } of visitors.slice(0, WORKING))
      await (await ask(running.url, '/tickets?status=open')).text();
    await Bun.sleep(10_000);
    if (end - performance.now() > 60_000) cpuBefore = cpuOf(running);
  }
  return {
    megabytes: residentMegabytes(running.pid),
    files: readdirSync(`/proc/${running.pid}/fd`).length,
    cpuMs: cpuOf(running) - cpuBefore,
  };
}

/** Milliseconds; the kernel counts in hundredths of a second. */
function cpuOf({ pid }: AppProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

if (import.meta.main) await main(runCompanies);
