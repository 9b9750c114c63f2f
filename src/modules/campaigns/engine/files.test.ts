import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { fileListOptions, fileLists, messages } from '@db/tenant/schema/index.ts';
import { SendError } from '@/whatsapp/port.ts';
import { duplicateCampaign } from '../campaigns.service.ts';
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

async function withFiles(
  count = 1,
  name = 'Catálogo',
  input: Parameters<CampaignFixture['add']>[1] = {},
): Promise<{ id: number; keys: string[] }> {
  const { storage } = stand.testApp.kernel;
  const { companyId } = stand.system;
  const own = await storage.save(companyId, new Uint8Array([1, 2, 3]), 'png');
  const listed = await storage.save(companyId, new Uint8Array([4, 5]), 'pdf');
  const fileListId = await stand.system.write(async (tx) => {
    const [list] = await tx.db
      .insert(fileLists)
      .values({ name, message: '{{ms}}, {{firstName}}' })
      .returning();
    const option = { mediaPath: listed.key, mediaName: 'tabela.pdf', mediaMime: 'application/pdf' };
    await tx.db
      .insert(fileListOptions)
      .values({ ...option, listId: list?.id ?? 0, position: 1, name: 'Tabela para {nome}' });
    return list?.id ?? 0;
  });
  const media = { mediaPath: own.key, mediaName: 'oferta.png', mediaMime: 'image/png' };
  const id = await stand.add(await stand.list(count), { ...media, fileListId, ...input });
  return { id, keys: [own.key, listed.key] };
}

/** A new sign-in ends the one before. */
const ana = () => stand.testApp.as('ana');
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

  test('a list that lost its last file stops the campaign, whose files may be replaced', async () => {
    const { id } = await withFiles(2);
    await stand.pass(0);
    const { fileListId } = await stand.campaign(id);
    await (await ana()).json('PUT', `/files/${fileListId}`, {
      name: 'Catálogo',
      message: 'Segue',
      options: [],
    });
    await stand.passGap(id);
    expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'no_file' });
    const { text } = await (await ana()).part('GET', `/campaigns/${id}/edit`);
    expect(text).toContain('só o nome, as mensagens e os arquivos podem mudar');
    expect(text).toMatch(/<fieldset class="contents">(?:(?!<fieldset).)*name="fileListId"/s);
    expect((await (await ana()).json('DELETE', `/campaigns/${id}/media-upload`)).status).toBe(200);
    await (await ana()).part('PUT', `/campaigns/${id}`, { name: 'Natal', fileListId: '' });
    expect(await stand.campaign(id)).toMatchObject({ fileListId: null, mediaPath: null });
    await stand.restart(id);
    expect(captions().slice(3)).toEqual(['Oi, Pessoa 1!']);
  });
});

describe('a deleted file list', () => {
  const isMarked = { stoppedFor: 'file_list_deleted', fileListId: null };

  async function deleteList(id: number): Promise<void> {
    const { fileListId } = await stand.campaign(id);
    expect((await (await ana()).json('DELETE', `/files/${fileListId}`)).status).toBe(200);
  }

  async function isRefused(action: 'restart' | 'start', id: number): Promise<void> {
    const { status, body } =
      action === 'start'
        ? { status: (await (await ana()).part('POST', `/campaigns/${id}/start`)).status, body: {} }
        : await (await ana()).json<{ error: string }>('POST', `/campaigns/${id}/restart`);
    expect(status).toBe(400);
    if (action === 'restart') expect(body).toMatchObject({ error: 'ERR_CAMPAIGN_WITHOUT_FILE_LIST' });
  }

  const ways = {
    running: async () => {
      const { id } = await withFiles(2);
      await stand.pass(0);
      await deleteList(id);
      return id;
    },
    'cancelled before': async () => {
      const { id } = await withFiles(2);
      await stand.pass(0);
      await stand.cancel(id);
      await deleteList(id);
      return id;
    },
    'finished and retried': async () => {
      const { id } = await withFiles(2);
      await stand.pass(0);
      for (let n = 0; n < 3; n += 1) stand.testApp.whatsapp.fail(new SendError('refused', false));
      await stand.finish(id);
      await deleteList(id);
      expect(
        (await (await ana()).json<{ stoppedFor: null }>('GET', `/campaigns/${id}`)).body.stoppedFor,
      ).toBeNull();
      expect(await retryFailed(await stand.testApp.scopeOf('ana'), { campaignId: id })).toBe(1);
      return id;
    },
  };

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'keeps a campaign that is %s from its text',
    async (way) => {
      const id = await ways[way]();
      await stand.pass(3_600_000);
      expect(await stand.campaign(id)).toMatchObject({ ...isMarked, status: 'CANCELADA' });
      await isRefused('restart', id);
      const read = (await (await ana()).json<object>('GET', `/campaigns/${id}`)).body;
      expect(
        (await (await ana()).json('PUT', `/campaigns/${id}`, { ...read, message1: 'Olá, {nome}!' })).status,
      ).toBe(200);
      await isRefused('restart', id);
      await stand.pass(3_600_000);
      expect(captions()).toHaveLength(3);
      const other = await stand.campaign((await withFiles(1, 'Outro', { status: 'INATIVA' })).id);
      await (await ana()).json('PUT', `/campaigns/${id}`, { name: 'Natal', fileListId: other.fileListId });
      await stand.restart(id);
      await stand.passGap(id);
      expect(captions().filter((text) => text === 'Tabela para Pessoa 1')).toHaveLength(1);
      await stand.finish(id);
    },
  );

  test('makes a scheduled campaign inactive, to be edited before it starts', async () => {
    const scheduledAt = new Date(stand.testApp.clock.now.getTime() + 7_200_000);
    const { id } = await withFiles(1, 'Catálogo', { scheduledAt });
    const { id: draft } = await withFiles(1, 'Outro', { status: 'INATIVA', scheduledAt: null });
    await deleteList(id);
    await deleteList(draft);
    expect(await stand.campaign(id)).toMatchObject({ ...isMarked, status: 'INATIVA', scheduledAt });
    const { id: copy } = await duplicateCampaign(await stand.testApp.scopeOf('ana'), { campaignId: id });
    for (const one of [id, draft, copy]) {
      await isRefused('start', one);
      const again = { name: 'Natal', fileListId: null, scheduledAt: scheduledAt.toISOString() };
      const { status, body } = await (await ana()).json('PUT', `/campaigns/${one}`, again);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: 'ERR_CAMPAIGN_WITHOUT_FILE_LIST' },
      });
    }
    await stand.pass(7_200_000);
    expect(captions()).toEqual([]);
    expect((await (await ana()).part('GET', `/campaigns/${id}/edit`)).text).toContain(
      'A lista de arquivos desta campanha',
    );
    const form = { name: 'Natal', message1: 'Oi, {nome}!', fileListId: '', start: 'now', source: 'list' };
    const chosen = {
      contactListId: String((await stand.campaign(id)).contactListId),
      whatsappId: String(stand.connectionId),
    };
    await (await ana()).part('PUT', `/campaigns/${id}`, { ...form, ...chosen });
    await stand.pass(0);
    expect(captions()).toEqual(['Oi, Pessoa 0!']);
  });
});
