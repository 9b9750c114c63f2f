import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type App, isAuthorityTrusted, pairedApp, startTestNetwork } from './app.test-support.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('simulated groups', () => {
  let network: Network;
  let owner: Phone;
  let ana: Phone;
  let rui: Phone;
  let app: App;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    ana = network.phone({ number: '5511999990000', name: 'Ana' });
    rui = network.phone({ number: '5511999990001', name: 'Rui' });
    app = await pairedApp(network, owner);
  });
  afterAll(async () => {
    app.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  for (const addressing of ['pn', 'lid'] as const) {
    test(`send messages both ways with ${addressing} addressing`, async () => {
      const group = network.group({ subject: 'Obra', members: [ana, rui, owner], addressing });
      const created = await network.until(() =>
        app
          .all('groups.upsert')
          .flat()
          .find(({ id }) => id === group.jid),
      );
      expect(created.subject).toBe('Obra');
      for (const author of [ana, rui, ana]) {
        const message = await app.byId((await author.send(group, { text: author.name })).id);
        const [participant, other] =
          addressing === 'pn' ? [author.jid, author.lid] : [author.lid, author.jid];
        expect(message.key).toMatchObject({ remoteJid: group.jid, participant, participantAlt: other });
      }
      for (const text of ['bom dia a todos', 'e boa tarde']) {
        const sent = await app.socket.sendMessage(group.jid, { text });
        for (const member of [ana, rui, owner]) {
          const seen = await member.waitFor(({ id }) => id === sent?.key.id);
          expect(seen).toMatchObject({ chat: group.jid, text, fromMe: member === owner });
        }
        const receipts = () => app.all('message-receipt.update').flat();
        await network.until(() => receipts().some(({ key }) => key.id === sent?.key.id));
      }
    });
  }

  test('receive messages from the owner’s phone', async () => {
    const group = network.group({ subject: 'Vendas', members: [owner, ana] });
    const message = await app.byId((await owner.send(group, { text: 'eu' })).id);
    expect(message.key).toMatchObject({ remoteJid: group.jid, fromMe: true });
  });

  test('return metadata of one group and of all groups, but not to non-members', async () => {
    const group = network.group({ subject: 'Diretoria', members: [ana, owner] });
    const foreign = network.group({ subject: 'Outros', members: [ana, rui] });
    const metadata = await app.socket.groupMetadata(group.jid);
    expect(metadata.subject).toBe('Diretoria');
    expect(metadata.participants.map(({ id }) => id).sort()).toEqual([ana.jid, owner.jid].sort());
    const all = await app.socket.groupFetchAllParticipating();
    expect(Object.keys(all)).toContain(group.jid);
    expect(Object.keys(all)).not.toContain(foreign.jid);
    await expect(app.socket.groupMetadata(foreign.jid)).rejects.toThrow();
    await expect(app.socket.groupMetadata('1203630000@g.us')).rejects.toThrow();
  });

  test('report a new subject, a new member and a leaving member', async () => {
    const group = network.group({ subject: 'Antes', members: [ana, owner] });
    group.rename(ana, 'Depois');
    const renamed = () =>
      app
        .all('groups.update')
        .flat()
        .some(({ id, subject }) => id === group.jid && subject === 'Depois');
    await network.until(renamed);
    group.add(ana, rui);
    const sent = await app.socket.sendMessage(group.jid, { text: 'bem-vindo' });
    await rui.waitFor(({ id }) => id === sent?.key.id);
    group.remove(ana, rui);
    const changes = () => app.all('group-participants.update').filter(({ id }) => id === group.jid);
    await network.until(() => changes().length === 2);
    expect(changes().map(({ action }) => action)).toEqual(['add', 'remove']);
    const later = await app.socket.sendMessage(group.jid, { text: 'sem o Rui' });
    await ana.waitFor(({ id }) => id === later?.key.id);
    expect(rui.deliveries.some(({ id }) => id === later?.key.id)).toBe(false);
  });

  test('retry messages in both directions', async () => {
    const group = network.group({ subject: 'Retry', members: [ana, rui, owner] });
    ana.failingDecrypts = 1;
    const sent = await app.socket.sendMessage(group.jid, { text: 'outra vez' });
    const id = sent?.key.id ?? '';
    expect((await ana.waitFor((message) => message.id === id)).text).toBe('outra vez');
    await ana.reinstall();
    const message = await app.byId((await ana.send(group, { text: 'reinstalei' })).id);
    expect(message.key.participant).toBe(ana.jid);
  });
});
