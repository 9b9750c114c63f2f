import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { fileListOptions, fileLists, messages } from '@db/tenant/schema/index.ts';
import { SendError } from '@/whatsapp/port.ts';
import { type CampaignFixture, createCampaignFixture } from './campaign-fixture.test-support.ts';
import { retryFailed } from './run-campaign.service.ts';

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
});
afterAll(() => stand.testApp.stop());
beforeEach(async () => {
  await stand.reset();
  await stand.system.write((tx) => tx.db.delete(fileLists));
  await stand.limit({});
});

async function withFiles(count = 1): Promise<{ id: number; keys: string[] }> {
  const { storage } = stand.testApp.kernel;
  const { companyId } = stand.system;
  const own = await storage.save(companyId, new Uint8Array([1, 2, 3]), 'png');
  const listed = await storage.save(companyId, new Uint8Array([4, 5]), 'pdf');
  const fileListId = await stand.system.write(async (tx) => {
    const [list] = await tx.db
      .insert(fileLists)
      .values({ name: 'Catálogo', message: '{{ms}}, {{firstName}}' })
      .returning();
    const option = { mediaPath: listed.key, mediaName: 'tabela.pdf', mediaMime: 'application/pdf' };
    await tx.db
      .insert(fileListOptions)
      .values({ ...option, listId: list?.id ?? 0, position: 1, name: 'Tabela para {nome}' });
    return list?.id ?? 0;
  });
  const media = { mediaPath: own.key, mediaName: 'oferta.png', mediaMime: 'image/png' };
  const id = await stand.add(await stand.list(count), { ...media, fileListId });
  return { id, keys: [own.key, listed.key] };
}

const captions = () =>
  stand.testApp.whatsapp.sent.map(({ content }) =>
    'caption' in content ? content.caption : 'text' in content ? content.text : content.type,
  );

describe('campaign files', () => {
  test('sends list message, its files, then the campaign file, each from a copy', async () => {
    const { id, keys } = await withFiles();
    await stand.pass(0);
    expect(stand.testApp.whatsapp.sent.map(({ content }) => content)).toMatchObject([
      { type: 'text', text: 'Boa tarde, Pessoa' },
      { type: 'document', caption: 'Tabela para Pessoa 0' },
      { type: 'image', caption: 'Oi, Pessoa 0!' },
    ]);
    const stored = await stand.system.db.select().from(messages);
    for (const { mediaPath } of stored) expect(keys).not.toContain(mediaPath);
    expect(await stand.statesOf(id)).toEqual([['delivered', null]]);
  });

  test('a rejected part counts as failed and the retry sends only it', async () => {
    const { id } = await withFiles();
    stand.testApp.whatsapp.fail(new SendError('refused', false));
    await stand.pass(0);
    expect(captions()).toEqual(['Tabela para Pessoa 0', 'Oi, Pessoa 0!']);
    expect(await stand.statesOf(id)).toEqual([['failed', 'ERR_SENDING_WAPP_MSG']]);
    await stand.finish(id);
    expect(await retryFailed(await stand.testApp.scopeOf('ana'), { campaignId: id })).toBe(1);
    await stand.finish(id);
    expect(captions()).toEqual(['Tabela para Pessoa 0', 'Oi, Pessoa 0!', 'Boa tarde, Pessoa']);
    expect(await stand.statesOf(id)).toEqual([['delivered', null]]);
  });

  test('a file lost before sending counts as failed too', async () => {
    const { id } = await withFiles();
    const { storage } = stand.testApp.kernel;
    const { copy: original } = storage;
    storage.copy = async (companyId, key) => {
      const copy = await original(companyId, key);
      return copy && key.endsWith('.pdf') ? { ...copy, key: `202603/${'x'.repeat(32)}.pdf` } : copy;
    };
    await stand.pass(0);
    storage.copy = original;
    expect(captions()).toEqual(['Boa tarde, Pessoa', 'Oi, Pessoa 0!']);
    expect(await stand.statesOf(id)).toEqual([['failed', 'ERR_NOT_FOUND']]);
    await stand.finish(id);
  });

  test('a sound is followed by its text, which settles the recipient', async () => {
    const { storage } = stand.testApp.kernel;
    const { key } = await storage.save(stand.system.companyId, new Uint8Array([1]), 'mp3');
    const media = { mediaPath: key, mediaName: 'jingle.mp3', mediaMime: 'audio/mpeg' };
    const id = await stand.add(await stand.list(1), media);
    stand.testApp.whatsapp.fail(new SendError('refused', false));
    await stand.pass(0);
    expect(stand.texts()).toEqual(['Oi, Pessoa 0!']);
    expect(await stand.statesOf(id)).toEqual([['failed', 'ERR_SENDING_WAPP_MSG']]);
    await stand.finish(id);
    await retryFailed(await stand.testApp.scopeOf('ana'), { campaignId: id });
    await stand.finish(id);
    expect(stand.texts()).toEqual(['Oi, Pessoa 0!', 'audio']);
    expect(await stand.statesOf(id)).toEqual([['delivered', null]]);
  });

  test('a restriction met by a file stops the campaign', async () => {
    const { id } = await withFiles();
    stand.testApp.whatsapp.fail(new SendError('restricted', false));
    await stand.pass(0);
    expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'restricted' });
  });

  test('a missing file stops the campaign before sending until it is restored', async () => {
    const { id, keys } = await withFiles();
    const { storage } = stand.testApp.kernel;
    const { companyId } = stand.system;
    const pdf = storage.pathOf(companyId, keys[1] ?? '');
    await Bun.file(pdf).delete();
    await stand.pass(0);
    expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'no_file' });
    expect(captions()).toEqual([]);
    await Bun.write(pdf, new Uint8Array([4, 5]));
    await stand.restart(id);
    expect(captions()).toEqual(['Boa tarde, Pessoa', 'Tabela para Pessoa 0', 'Oi, Pessoa 0!']);
  });

  test('a deleted list stops a running and a scheduled campaign', async () => {
    const { id: running } = await withFiles(2);
    await stand.pass(0);
    const { fileListId } = await stand.campaign(running);
    const scheduledAt = new Date(stand.testApp.clock.now.getTime() + 3_600_000);
    const scheduled = await stand.add(await stand.list(1), { fileListId, scheduledAt });
    const ana = await stand.testApp.as('ana');
    expect((await ana.json('DELETE', `/files/${fileListId}`)).status).toBe(200);
    await stand.pass(3_600_000);
    for (const id of [running, scheduled])
      expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'no_file' });
    expect(captions()).toHaveLength(3);
  });
});
