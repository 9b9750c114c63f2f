import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { companyErasures } from '@db/platform/schema/index.ts';
import pLimit from 'p-limit';
import { deleteCompany } from '@/modules/back-office/delete-company.service.ts';
import { companySignatureOf } from '@/modules/erasures/certificate-signature.logic.ts';
import type { CompanyCounts } from '@/modules/erasures/erasures.schema.ts';
import { type ErasingMoment, liveErasing } from './crash/erasing-life.ts';
import { HELD, queryPlatform, runUntil } from './crash/timed-moments.ts';
import { CANARIES, findIn, plant } from './erasing/planted.ts';
import { createTestApp } from './support/deps.ts';
import { emailOf, setSuper } from './support/people.ts';

const MINUTE = 60_000;
const root = mkdtempSync(join(tmpdir(), 'balcao-crash-erase-company-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DECIDED = 'company.erased';
const COUNTED = 'update \\"company_erasures\\" set \\"counts\\"';
/** Commits by a text in them. Before the commit, the step is done but not recorded. */
const MOMENTS = [
  { text: DECIDED, when: 'before' },
  { text: DECIDED, when: 'after' },
  { text: COUNTED, when: 'after' },
  { text: '"backups"', when: 'before' },
  { text: '"records"', when: 'before' },
  { text: '"platform"', when: 'before' },
  { text: '"done"', when: 'before' },
] as const;
const AT_ONCE = 3;

async function withCompanyInBin() {
  const target = join(root, 'target');
  const testApp = await createTestApp({ env: { BACKUP_DIR: target } });
  const { dataDir } = testApp.kernel.config;
  const { companyId } = await plant(testApp);
  await setSuper(testApp.kernel, testApp.people, 'davi');
  await testApp.kernel.services.backups.run();
  await deleteCompany(await testApp.scopeOf('davi'), { companyId });
  const administrator = { companyId: testApp.people.companyId.boreal, userId: testApp.people.userId.davi };
  const now = testApp.clock.now.getTime() + MINUTE;
  await testApp.dependencies.stop();
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
  'a kill during company erasure leaves it in the bin unchanged or erased completely',
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
        if (!moment.holds) return liveErasing(life);
        return runUntil({
          entry: join(import.meta.dir, 'crash/erasing-app.ts'),
          env: { ERASING: JSON.stringify(life) },
          end: { what: JSON.stringify(holds), isThere: () => existsSync(held) },
        });
      };
      const inBin = () =>
        queryPlatform(dataDir, `select name from deleted_companies where company_id = ${companyId}`);
      const rows = () => queryPlatform<Row>(dataDir, ROWS);
      await live({ company, holds });
      const isDecided = holds.text !== DECIDED || holds.when === 'after';
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
        companySignatureOf({ ...row, counts, askedAt, endedAt, backupsUntil }),
      ]);
      const erased = "select count(*) as n from audit_entries where action = 'company.erased'";
      expect([holds, queryPlatform(dataDir, erased)]).toEqual([holds, [{ n: 1 }]]);
      rmSync(held, { force: true });
      expect([holds, findIn(dataDir, words), findIn(target, CANARIES)]).toEqual([holds, [], []]);
      for (const path of [dataDir, target]) rmSync(path, { recursive: true, force: true });
      return counts;
    };

    const atOnce = pLimit(AT_ONCE);
    const reported = await Promise.all(MOMENTS.map((holds, n) => atOnce(() => certify(n, holds))));
    expect(new Set(reported.map((counts) => JSON.stringify(counts))).size).toBe(1);
    const { people, files, objects } = reported[0] ?? {};
    expect([people, Number(files) > 1, Number(objects) > 2]).toEqual([4, true, true]);
    rmSync(from, { recursive: true, force: true });
  },
  10 * MINUTE,
);
