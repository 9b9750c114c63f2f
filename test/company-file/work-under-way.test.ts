import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import type { ExportJob } from '@/modules/company-files/company-files.schema.ts';
import { importCompany } from '@/ops/company-transfer/import-company.ts';
import { databaseOf, makeTwoApps, runJob } from '../support/company-files.ts';

const MINUTE = 180_000;
const root = mkdtempSync(join(tmpdir(), 'balcao-company-file-'));
const here = join(root, 'here');
const there = join(root, 'there');
afterAll(() => rmSync(root, { recursive: true, force: true }));

test(
  'goes on with work under way that stays inside, and stops what could reach people twice',
  async () => {
    const { aurora } = await makeTwoApps(here, there);
    withDatabase(databaseOf(here, aurora), (database) => {
      const user = 'select min(id) from users';
      for (const [table, values] of Object.entries({
        contact_imports: `user_id, source, state, created_at, updated_at) select (${user}), 'sheet', 'running', 0, 0`,
        contact_lists: "id, name, created_at, updated_at) select 7, 'Lista', 0, 0",
        contact_list_imports:
          "list_id, state, mapping, created_at, updated_at) select 7, 'running', '{}', 0, 0",
        contact_list_items:
          "list_id, name, number, created_at, updated_at) select 7, 'João', '5521977776666', 0, 0",
        campaigns: "name, status, created_at, updated_at) select 'Natal', 'EM_ANDAMENTO', 0, 0",
      }))
        database.exec(`insert into ${table} (${values}`);
    });
    const job: ExportJob = {
      kind: 'export',
      dataDir: here,
      companyId: aurora,
      target: join(root, 'aurora.balcao'),
      now: '2026-03-10T06:12:00.000Z',
      version: '0.0.0',
      keepFree: 0,
      withSecrets: false,
      passphrase: null,
      recipient: null,
    };
    expect((await runJob(job)).failed).toBeUndefined();
    const { companyId } = await importCompany({
      dataDir: there,
      source: job.target,
      passphrase: null,
      identities: [],
      folder: 'one',
      now: new Date(0),
      step: async () => undefined,
    });
    const rows = (sql: string) => readRows(databaseOf(there, companyId), sql);
    expect(rows('select status, stopped_for from campaigns')).toEqual([
      { status: 'CANCELADA', stopped_for: 'restored' },
    ]);
    expect(rows('select lane, kind, payload, attempts from outbox order by id')).toEqual([
      { lane: 'import:1', kind: 'contacts.import', payload: '{"importId":1}', attempts: 0 },
      { lane: 'list-import:1', kind: 'contact-list.import', payload: '{"listImportId":1}', attempts: 0 },
      { lane: 'list-check:7', kind: 'contact-list.check', payload: '{"contactListId":7}', attempts: 0 },
    ]);
  },
  MINUTE,
);
