import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { companyErasures } from '@db/platform/schema/index.ts';
import pLimit from 'p-limit';
import { deleteCompany } from '@/modules/back-office/delete-company.ts';
import { companySealOf } from '@/modules/erasures/certificate.ts';
import type { CompanyCounts } from '@/modules/erasures/erasures.schema.ts';
import { type ErasingMoment, liveErasing } from './crash/erasing-life.ts';
import { HELD, lookAtPlatform, runUntil } from './crash/timed-moments.ts';
import { CANARIES, findIn, plant } from './erasing/planted.ts';
import { createTestDesk } from './support/deps.ts';
import { emailOf, setSuper } from './support/people.ts';

const MINUTE = 60_000;
const root = mkdtempSync(join(tmpdir(), 'balcao-crash-erase-company-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DECIDED = 'company.erased';
const COUNTED = 'update \\"company_erasures\\" set \\"counts\\"';
/** A commit, by what stands in it: before it, what its step does is done and not written down. */
const MOMENTS = [
  { word: DECIDED, when: 'before' },
  { word: DECIDED, when: 'after' },
  { word: COUNTED, when: 'after' },
  { word: '"backups"', when: 'before' },
  { word: '"records"', when: 'before' },
  { word: '"platform"', when: 'before' },
  { word: '"done"', when: 'before' },
] as const;
const AT_ONCE = 3;

async function withCompanyInBin() {
  const target = join(root, 'target');
  const desk = await createTestDesk({ env: { BACKUP_DIR: target } });
  const { dataDir } = desk.kernel.config;
  const { companyId } = await plant(desk);
  await setSuper(desk.kernel, desk.cast, 'davi');
  await desk.kernel.services.backups.run();
  await deleteCompany(await desk.scopeOf('davi'), { companyId });
  const administrator = { companyId: desk.cast.companyId.boreal, userId: desk.cast.userId.davi };
  const now = desk.clock.now.getTime() + MINUTE;
  await desk.desk.stop();
  return { dataDir, target, companyId, administrator, now };
}

type Row = Omit<typeof companyErasures.$inferSelect, 'counts' | 'askedAt' | 'endedAt' | 'backupsUntil'> & {
  counts: string;
  askedAt: number;
  endedAt: number;
  backupsUntil: number;
};
const ROWS = `select uuid, company_id as companyId, name_hash as nameHash, step, counts, names, trouble, seal,
  asked_at as askedAt, ended_at as endedAt, backups_until as backupsUntil from company_erasures`;

test(
  'a company whose erasing was killed anywhere is in the bin as before, or gone to the last byte',
  async () => {
    const { dataDir: from, target: stored, companyId, administrator, now } = await withCompanyInBin();
    const words = [...CANARIES, 'Aurora', emailOf('ana'), emailOf('bia')];
    expect(findIn(from, words).length).toBeGreaterThan(words.length);
    expect(findIn(stored, CANARIES).length).toBeGreaterThan(CANARIES.length);
    const company = { companyId, typedName: 'Aurora' };

    const certify = async (n: number, holds: (typeof MOMENTS)[number]) => {
      const dataDir = join(root, `data-${n}`);
      const target = join(root, `target-${n}`);
      cpSync(from, dataDir, { recursive: true });
      cpSync(stored, target, { recursive: true });
      const held = join(dataDir, HELD);
      const live = (moment: Partial<ErasingMoment>) => {
        rmSync(held, { force: true });
        const life = { dataDir, target, now, administrator, ...moment };
        // What finishes it is any start, so that it needs no process of its own.
        if (!moment.holds) return liveErasing(life);
        return runUntil({
          entry: join(import.meta.dir, 'crash/erasing-desk.ts'),
          env: { ERASING: JSON.stringify(life) },
          end: { what: JSON.stringify(holds), isThere: () => existsSync(held) },
        });
      };
      const inBin = () =>
        lookAtPlatform(dataDir, `select name from deleted_companies where company_id = ${companyId}`);
      const rows = () => lookAtPlatform<Row>(dataDir, ROWS);
      await live({ company, holds });
      const isDecided = holds.word !== DECIDED || holds.when === 'after';
      expect([holds, inBin(), rows().length]).toEqual(
        isDecided ? [holds, [], 1] : [holds, [{ name: 'Aurora' }], 0],
      );
      await live(isDecided ? {} : { company });
      const [row, ...others] = rows();
      if (!row) throw new Error(`${JSON.stringify(holds)}: there is no certificate`);
      expect([holds, row.step, row.trouble, row.names, others]).toEqual([holds, 'done', '', null, []]);
      const counts = JSON.parse(row.counts) as CompanyCounts;
      const [askedAt, endedAt, backupsUntil] = [row.askedAt, row.endedAt, row.backupsUntil].map(
        (at) => new Date(at),
      ) as [Date, Date, Date];
      expect([holds, row.seal]).toEqual([
        holds,
        companySealOf({ ...row, counts, askedAt, endedAt, backupsUntil }),
      ]);
      const erased = "select count(*) as n from audit_entries where action = 'company.erased'";
      expect([holds, lookAtPlatform(dataDir, erased)]).toEqual([holds, [{ n: 1 }]]);
      rmSync(held, { force: true });
      expect([holds, findIn(dataDir, words), findIn(target, CANARIES)]).toEqual([holds, [], []]);
      for (const path of [dataDir, target]) rmSync(path, { recursive: true, force: true });
      return counts;
    };

    const atOnce = pLimit(AT_ONCE);
    const told = await Promise.all(MOMENTS.map((holds, n) => atOnce(() => certify(n, holds))));
    // Whatever died, it says what there was.
    expect(new Set(told.map((counts) => JSON.stringify(counts))).size).toBe(1);
    const { people, files, objects } = told[0] ?? {};
    expect([people, Number(files) > 1, Number(objects) > 2]).toEqual([4, true, true]);
    rmSync(from, { recursive: true, force: true });
  },
  5 * MINUTE,
);
