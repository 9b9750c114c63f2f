import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companyErasures } from '@db/platform/schema/index.ts';
import { erasures } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { erasurePaths } from './erasure-paths.schema.ts';

const LIST = erasurePaths.companyErasures();
const COUNTS = { people: 1, files: 1_204, bytes: 3 << 20, objects: 1 };
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

const html = async (who: 'davi' | 'ana' | 'bia' | undefined, path: string, language = 'pt') => {
  const browser = await testApp.as(who);
  const reply = await browser.raw(path, {
    headers: {
      Accept: 'text/html',
      'HX-Request': 'true',
      'HX-Request-Type': 'partial',
      'Accept-Language': language,
    },
  });
  return { status: reply.status, text: await reply.text() };
};

async function addErased(count: number): Promise<void> {
  await testApp.kernel.platform.write((tx) =>
    tx.insert(companyErasures).values(
      Array.from({ length: count }, (_, n) => ({
        ...{ uuid: `uuid-${n}`, companyId: 100 + n, nameHash: 'x', counts: COUNTS, userName: 'Davi' },
        ...{ step: n === 0 ? ('backups' as const) : ('done' as const), trouble: n === 0 ? 'store' : '' },
        askedAt: testApp.clock.now,
        endedAt: n === 0 ? null : testApp.clock.now,
        backupsUntil: testApp.clock.now,
        seal: n === 0 ? '' : `seal-${n}`,
      })),
    ),
  );
}

describe('company erasure certificates', () => {
  test('are only visible to super administrators', async () => {
    const before = await html('davi', LIST);
    expect([before.status, before.text.includes('Nenhuma empresa foi apagada')]).toEqual([200, true]);
    await addErased(23);
    const [first] = await testApp.kernel.platform.db.select().from(companyErasures).limit(1);
    const id = first?.id ?? 0;
    const paths = [LIST, erasurePaths.companyCertificate(id), erasurePaths.companyCertificatePdf(id)];
    for (const [who, status] of [
      ['ana', 403],
      ['bia', 403],
      [undefined, 204],
    ] as const)
      for (const path of paths) {
        const reply = await html(who, path);
        expect([who, path, reply.status, reply.text.includes('uuid-')]).toEqual([who, path, status, false]);
      }
  });

  test('are listed newest first, by page, in the reader’s language', async () => {
    const keysOf = (text: string) => [...text.matchAll(/data-key="(\d+)"/g)].map(([, key]) => Number(key));
    const first = await html('davi', LIST);
    const shown = keysOf(first.text);
    expect(shown).toHaveLength(20);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    const rest = await html('davi', `${LIST}?after=${shown.at(-1)}`);
    expect(keysOf(rest.text)).toHaveLength(3);
    expect(new Set([...shown, ...keysOf(rest.text)]).size).toBe(23);
    expect(first.text).toContain('1 usuário, 1.204 arquivos, 3 MB');
    expect(rest.text).toContain('Pendente');
    const english = await html('davi', LIST, 'en');
    expect(english.text).toContain('1 user, 1,204 files, 3 MB');
    expect((await html('davi', LIST, 'es')).text).toMatch(/1 usuario, 1\.?204 archivos, 3 MB/);
  });

  test('show progress and are available as PDF when done', async () => {
    const rows = await testApp.kernel.platform.db.select().from(companyErasures).orderBy(companyErasures.id);
    const [waiting, done] = rows;
    const open = await html('davi', erasurePaths.companyCertificate(waiting?.id ?? 0));
    expect(open.text).toContain('O armazenamento dos backups não respondeu');
    expect(open.text).toContain('every 2s');
    expect(open.text).not.toContain('certificate.pdf');
    const page = await html('davi', erasurePaths.companyCertificate(done?.id ?? 0), 'en');
    expect(page.text).toContain('March 10, 2026');
    expect(page.text).not.toContain('every 2s');
    const path = erasurePaths.companyCertificatePdf(done?.id ?? 0);
    const reply = await (await testApp.as('davi')).raw(path, { headers: { Accept: 'text/html' } });
    expect(reply.headers.get('Content-Disposition')).toContain('certificado-uuid-1.pdf');
    const pdf = Buffer.from(await reply.arrayBuffer()).toString('latin1');
    expect(pdf).toStartWith('%PDF-1.4');
    for (const sent of ['(Certificado de apagamento)', '(uuid-1)', '(101)', '(seal-1)', '1.204 arquivos'])
      expect(pdf).toContain(sent);
  });
});

describe('personal erasure certificate', () => {
  test('is a file only for administrators of its company', async () => {
    const scope = await testApp.systemScope();
    const counts = { tickets: 1, messages: 1_204, files: 0, schedules: 0, notes: 0, shippings: 0 };
    const times = { askedAt: testApp.clock.now, endedAt: testApp.clock.now };
    const [row] = await scope.db
      .insert(erasures)
      .values({ uuid: 'u', personHash: 'x', step: 'done', counts, ...times, userName: 'Ana', seal: 's' })
      .returning();
    const path = erasurePaths.certificatePdf(row?.id ?? 0);
    const statusOf = async (who: 'ana' | 'bia' | 'davi') =>
      (await (await testApp.as(who)).raw(path, { headers: { Accept: 'text/html' } })).status;
    expect([await statusOf('ana'), await statusOf('bia'), await statusOf('davi')]).toEqual([200, 403, 404]);
    const pdf = await (await testApp.as('ana')).raw(path, { headers: { Accept: 'text/html' } });
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toContain('1.204 mensagens');
  });
});
