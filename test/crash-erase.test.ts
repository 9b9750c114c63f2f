import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type ErasingMoment, liveErasing } from './crash/erasing-life.ts';
import { HELD, readRows, runUntil } from './crash/timed-moments.ts';
import { CANARIES, findIn, OTHERS, plant } from './erasing/planted.ts';
import { createTestApp } from './support/deps.ts';

const MINUTE = 60_000;
const root = mkdtempSync(join(tmpdir(), 'balcao-crash-erase-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const STEPS = ['erasure.run', 'set raw = null where quoted', '"files"', '"backups"', '"database"', '"done"'];
const MOMENTS = [
  ...STEPS.map((text) => ({ text, when: 'before' }) as const),
  { text: 'erasure.run', when: 'after' } as const,
];

const AT_ONCE = 3;

async function filled() {
  const target = join(root, 'target');
  const testApp = await createTestApp({ env: { BACKUP_DIR: target } });
  const { dataDir } = testApp.kernel.config;
  const { contactId, companyId } = await plant(testApp);
  await testApp.kernel.services.backups.run();
  const administrator = { companyId, userId: testApp.people.userId.ana };
  const now = testApp.clock.now.getTime() + MINUTE;
  await testApp.dependencies.stop();
  return { dataDir, target, contactId, administrator, now };
}

test(
  'an erasure killed at any point is completed at the next start',
  async () => {
    const { dataDir: from, target: stored, contactId, administrator, now } = await filled();
    const finish = async (n: number, holds: (typeof MOMENTS)[number]) => {
      const dataDir = join(root, `data-${n}`);
      const target = join(root, `target-${n}`);
      cpSync(from, dataDir, { recursive: true });
      cpSync(stored, target, { recursive: true });
      const live = (moment: Partial<ErasingMoment>) => {
        const held = join(dataDir, HELD);
        rmSync(held, { force: true });
        const life = { dataDir, target, now, administrator, ...moment };
        if (!moment.holds) return liveErasing(life);
        return runUntil({
          entry: join(import.meta.dir, 'crash/erasing-app.ts'),
          env: { ERASING: JSON.stringify(life) },
          end: { what: JSON.stringify(holds), isThere: () => existsSync(held) },
        });
      };
      await live({ contactId, holds });
      const isDecided = holds.text !== 'erasure.run' || holds.when === 'after';
      await live(isDecided ? {} : { contactId });
      const steps = readRows<{ step: string }>(dataDir, administrator.companyId, 'select step from erasures');
      expect([holds, steps]).toEqual([holds, [{ step: 'done' }]]);
      expect([holds, findIn(dataDir, CANARIES), findIn(target, ['segredo-arquivo'])]).toEqual([
        holds,
        [],
        [],
      ]);
      expect(findIn(dataDir, OTHERS).length).toBeGreaterThanOrEqual(OTHERS.length);
      for (const path of [dataDir, target]) rmSync(path, { recursive: true, force: true });
    };
    const atOnce = pLimit(AT_ONCE);
    await Promise.all(MOMENTS.map((holds, n) => atOnce(() => finish(n, holds))));
    rmSync(from, { recursive: true, force: true });
  },
  10 * MINUTE,
);
