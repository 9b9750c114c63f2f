import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companyExports } from '@db/platform/schema/index.ts';
import { contacts, erasures, personFiles } from '@db/tenant/schema/index.ts';
import { type StoredCluster, startStoredCluster, type TestNode } from '@test/support/cluster.ts';
import { emailOf, type People } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { unzip } from '@test/support/unzip.ts';
import { eq } from 'drizzle-orm';
import { describeWithSqld } from '@/core/db/remote/sqld.test-support.ts';
import { openScope, type Scope } from '@/core/scope.ts';
import { beginExport } from '@/modules/company-files/exports.service.ts';
import { eraseContact } from '@/modules/erasures/erase-contact.service.ts';
import { beginPersonFile, openPersonFile } from '@/modules/erasures/file/person-file.service.ts';

const LONG_MS = 120_000;

describeWithSqld(
  'the data of a company whose database is on a server and whose media are in a bucket',
  () => {
    let store: StoredCluster['store'];
    let stop: StoredCluster['stop'];
    let node: TestNode;
    let people: People;
    let ana: Scope;
    let picture: string;
    let contactId: number;

    beforeAll(async () => {
      ({ store, node, people, stop } = await startStoredCluster());
      ana = await scopeOfAna();
      const bytes = new TextEncoder().encode('o retrato');
      const { key, path } = await node.kernel.storage.save(ana.companyId, bytes, 'jpg');
      picture = key;
      // As on a node that has never shown it.
      rmSync(path);
      const person = { name: 'Célia', number: '5511999990000', picturePath: key };
      const [row] = await ana.write((tx) => tx.db.insert(contacts).values(person).returning());
      contactId = row?.id ?? 0;
    }, LONG_MS);
    afterAll(() => stop());

    function scopeOfAna(): Promise<Scope> {
      const { companyId, userId } = people;
      return openScope(node.kernel, {
        companyId: companyId.aurora,
        actor: {
          ...{
            kind: 'user',
            id: userId.ana,
            companyId: companyId.aurora,
            name: 'Ana',
            email: emailOf('ana'),
          },
          ...{ profile: 'admin', super: false, queueIds: [], allTicket: true, connectionId: null },
          ...{ session: 'of-ana', provenAt: new Date() },
        },
      });
    }

    test(
      'the file of one person has the media that no node has here',
      async () => {
        await beginPersonFile(ana, { contactId });
        const file = await until('the file is ready', async () => {
          const [row] = await ana.db.select().from(personFiles);
          return row && row.state !== 'waiting' ? row : undefined;
        });
        expect(file.state).toBe('ready');
        const into = mkdtempSync(join(tmpdir(), 'balcao-person-'));
        unzip(await openPersonFile(ana, file.id), into);
        expect(await Bun.file(join(into, 'media', picture)).text()).toBe('o retrato');
        expect(await Bun.file(join(into, 'data.json')).text()).toContain('Célia');
        rmSync(into, { recursive: true });
      },
      LONG_MS,
    );

    test(
      'an export has rows and media, and fails while the bucket does not answer',
      async () => {
        const { db, write } = node.kernel.platform;
        const ended = () =>
          until('the export ends', async () => {
            const [row] = await db.select().from(companyExports);
            return row && row.status !== 'running' ? row : undefined;
          });
        await store.switchTo('busy');
        await beginExport(ana, { passphrase: '', withSecrets: false });
        expect(await ended()).toMatchObject({ status: 'failed', reason: 'interrupted' });
        await store.switchTo('well');
        await write((tx) => tx.delete(companyExports));
        await beginExport(ana, { passphrase: '', withSecrets: false });
        expect(await ended()).toMatchObject({ status: 'ready', files: 1 });
      },
      LONG_MS,
    );

    test(
      'an erasure removes rows, exports and media',
      async () => {
        await eraseContact(ana, { contactId });
        const erased = await until('the erasure is done', async () => {
          const [row] = await ana.db.select().from(erasures);
          return row?.step === 'done' ? row : undefined;
        });
        expect(erased.trouble).toBe('');
        expect(await ana.db.$count(contacts, eq(contacts.id, contactId))).toBe(0);
        const left = await Array.fromAsync(node.kernel.storage.shared?.list(ana.companyId) ?? []);
        expect(left).toEqual([]);
      },
      LONG_MS,
    );
  },
);
