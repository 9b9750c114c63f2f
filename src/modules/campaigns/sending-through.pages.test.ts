import { afterEach, beforeEach, expect, test } from 'bun:test';
import { campaigns } from '@db/tenant/schema/index.ts';
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
