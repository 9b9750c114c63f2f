import { companies } from '@db/platform/schema/index.ts';
import { appProcess } from '@test/crash/app-process.ts';
import { openFixture } from '@test/crash/fixture.ts';
import { type Line, limit, main, percentile } from './support/report.ts';
import { seededApp } from './support/seeded.ts';

export async function runStart(many = 1_000): Promise<Line[]> {
  const one = await startOf(0);
  const thousand = await startOf(many);
  return [
    limit('start to first answer, migrated data', one, 'ms', 1_000),
    limit('start to first answer, 1,000 companies', thousand, 'ms', 2_000),
  ];
}

async function startOf(extra: number): Promise<number> {
  const fixture = await openFixture({ customers: 0 });
  await fixture.running.stop();
  if (extra > 0) {
    const { dependencies } = await seededApp(null, fixture.dataDir);
    const rows = Array.from({ length: extra }, (_, n) => ({
      name: `Empresa ${n}`,
      email: `e${n}@empresa.test`,
    }));
    await dependencies.kernel.platform.write((tx) => tx.insert(companies).values(rows as never));
    for (let id = 2; id <= extra + 1; id += 1) await dependencies.kernel.tenants.create(id);
    await dependencies.stop();
  }
  const running = appProcess({
    dataDir: fixture.dataDir,
    network: fixture.network,
    caPath: `${fixture.dataDir}/ca/ca.pem`,
  });
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const startedAt = performance.now();
    running.spawn();
    await running.answers();
    times.push(performance.now() - startedAt);
    await running.kill();
  }
  await fixture.end();
  return percentile(times, 0.5);
}

if (import.meta.main) await main(runStart);
