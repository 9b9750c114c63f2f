import { companies } from '@db/platform/schema/index.ts';
import { deskProcess } from '@test/crash/desk-process.ts';
import { openStage } from '@test/crash/stage.ts';
import { type Line, limit, main, percentile } from './support/report.ts';
import { seededDesk } from './support/seeded.ts';

export async function runStart(many = 1_000): Promise<Line[]> {
  const one = await startOf(0);
  const thousand = await startOf(many);
  return [
    limit('start to first answer, migrated data', one, 'ms', 1_000),
    limit('start to first answer, 1,000 companies', thousand, 'ms', 2_000),
  ];
}

async function startOf(extra: number): Promise<number> {
  const stage = await openStage({ customers: 0 });
  await stage.desk.stop();
  if (extra > 0) {
    const { desk } = await seededDesk(null, stage.dataDir);
    const rows = Array.from({ length: extra }, (_, n) => ({
      name: `Empresa ${n}`,
      email: `e${n}@empresa.test`,
    }));
    await desk.kernel.platform.write((tx) => tx.insert(companies).values(rows as never));
    for (let id = 2; id <= extra + 1; id += 1) await desk.kernel.tenants.create(id);
    await desk.stop();
  }
  const desk = deskProcess({
    dataDir: stage.dataDir,
    network: stage.network,
    caPath: `${stage.dataDir}/ca/ca.pem`,
  });
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const startedAt = performance.now();
    desk.spawn();
    await desk.answers();
    times.push(performance.now() - startedAt);
    await desk.kill();
  }
  await stage.end();
  return percentile(times, 0.5);
}

if (import.meta.main) await main(runStart);
