import { afterAll, expect, test } from 'bun:test';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTag } from '@/modules/tags/tags.service.ts';
import type { BinningMoment } from './crash/binning-app.ts';
import { HELD, queryPlatform, readRows, runUntil } from './crash/timed-moments.ts';
import { createTestApp } from './support/deps.ts';
import { setSuper } from './support/people.ts';

const MINUTE = 60_000;
let dataDir = '';
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(
  'a kill during deletion or restore leaves the company complete in place or in the bin',
  async () => {
    const testApp = await createTestApp();
    ({ dataDir } = testApp.kernel.config);
    const { companyId, userId } = testApp.people;
    const { aurora } = companyId;
    await setSuper(testApp.kernel, testApp.people, 'davi');
    await createTag(await testApp.systemScope(), { name: 'fica', color: '#111111', kanban: false });
    const folder = testApp.kernel.tenants.folder(aurora);
    writeFileSync(join(folder, 'media', 'foto.jpg'), 'uma foto');
    const now = testApp.clock.now.getTime();
    await testApp.dependencies.stop();

    const live = (does?: BinningMoment['does'], holds?: BinningMoment['holds']) => {
      const held = join(dataDir, HELD);
      rmSync(held, { force: true });
      const administrator = { companyId: companyId.boreal, userId: userId.davi };
      const moment: BinningMoment = { dataDir, now, administrator, companyId: aurora, does, holds };
      return runUntil({
        entry: join(import.meta.dir, 'crash/binning-app.ts'),
        env: { BINNING: JSON.stringify(moment) },
        end: holds && { what: `${does}: ${holds.when} ${holds.word}`, isThere: () => existsSync(held) },
      });
    };
    const bin = join(dataDir, 'bin', String(aurora));
    const count = (table: string) =>
      queryPlatform<{ n: number }>(
        dataDir,
        `select count(*) as n from ${table} where company_id = ${aurora}`,
      )[0]?.n;
    const isIn = (folder: string) =>
      ['company.db', 'media/foto.jpg'].map((file) => existsSync(join(folder, file)));
    const there = () => ({
      row: queryPlatform(dataDir, `select id from companies where id = ${aurora}`).length,
      logins: count('logins'),
      deleted: count('deleted_companies'),
      folder: isIn(folder),
      bin: isIn(bin),
    });
    const WHOLE = { row: 1, logins: 4, deleted: 0, folder: [true, true], bin: [false, false] };
    const IN_BIN = { row: 0, logins: 0, deleted: 1, folder: [false, false], bin: [true, true] };

    await live('delete', { word: 'deleted_companies', when: 'before' });
    expect(there()).toEqual(WHOLE);
    await live();
    expect(there()).toEqual(WHOLE);

    await live('delete', { word: 'deleted_companies', when: 'after' });
    expect(there()).toEqual({ ...IN_BIN, folder: [true, true], bin: [false, false] });
    await live();
    expect(there()).toEqual(IN_BIN);

    await live('bring back', { word: 'logins', when: 'before' });
    expect(there()).toEqual({ ...IN_BIN, folder: [true, true], bin: [false, false] });
    await live();
    expect(there()).toEqual(IN_BIN);

    await live('bring back', { word: 'logins', when: 'after' });
    expect(there()).toEqual(WHOLE);
    await live();
    expect(there()).toEqual(WHOLE);
    expect(readRows(dataDir, aurora, 'select name from tags')).toEqual([{ name: 'fica' }]);
  },
  10 * MINUTE,
);
