import { afterEach, beforeEach, expect, test } from 'bun:test';
import { campaigns, fileLists } from '@db/tenant/schema/index.ts';
import { AURORA, type ConnectionsFixture, openApp } from '../connections/connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
});
afterEach(() => fixture.close());

test('a connection that is to be deleted names the campaigns that send through it', async () => {
  const connectionId = await fixture.addConnection(AURORA, { name: 'Loja' });
  const other = await fixture.addConnection(AURORA, { name: 'Filial' });
  const { write } = await fixture.system(AURORA);
  await write((tx) =>
    tx.db.insert(campaigns).values([
      { name: 'Natal', connectionId, status: 'EM_ANDAMENTO' },
      { name: 'Páscoa', connectionId, status: 'FINALIZADA' },
      { name: 'Junho', connectionId: other, status: 'PROGRAMADA' },
    ]),
  );
  const dialog = async (id: number) =>
    (await fixture.ask(fixture.ana, 'GET', `/campaigns/sending-through/${id}`, { partial: true })).text();
  const html = await dialog(connectionId);
  expect(html).toContain('Campanhas que enviam por esta conexão: Natal.');
  for (const name of ['Páscoa', 'Junho']) expect(html).not.toContain(name);
  expect(await dialog(other)).toContain('Junho');
});

test('a file list that is to be deleted counts and names the campaigns that would stop', async () => {
  const { write } = await fixture.system(AURORA);
  const [fileListId = 0, unused = 0] = await write(async (tx) => {
    const lists = ['Catálogo', 'Preços'].map((name) => ({ name, message: 'Segue' }));
    const rows = await tx.db.insert(fileLists).values(lists).returning({ id: fileLists.id });
    const names = ['Abril', 'Maio', 'Junho', 'Julho', 'Agosto', 'Setembro'];
    const running = { status: 'EM_ANDAMENTO', fileListId: rows[0]?.id ?? 0 } as const;
    await tx.db.insert(campaigns).values(names.map((name) => ({ name, ...running })));
    await tx.db.insert(campaigns).values({ ...running, name: 'Natal', status: 'FINALIZADA' });
    return rows.map(({ id }) => id);
  });
  const dialog = async (path: string) =>
    (await fixture.ask(fixture.ana, 'GET', path, { partial: true })).text();
  const address = `/campaigns/sending-files/${fileListId}`;
  expect(await dialog(`/files/${fileListId}/delete`)).toContain(address);
  const html = await dialog(address);
  expect(html).toContain('6 campanhas em andamento ou programadas');
  expect(html).toContain('Abril, Maio, Junho, Julho, Agosto…');
  expect(await dialog(`/campaigns/sending-files/${unused}`)).toBe('');
});
