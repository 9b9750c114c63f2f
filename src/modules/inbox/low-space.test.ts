import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { inbound, media } from '@test/support/inbound.ts';
import { createStorageQuota } from '@/core/storage/storage-quota.ts';
import { createInboxFixture, type InboxFixture } from './inbox-fixture.test-support.ts';

const MB = 1024 * 1024;

let inbox: InboxFixture;
beforeAll(async () => {
  inbox = await createInboxFixture();
});
afterAll(() => inbox.testApp.stop());
beforeEach(async () => {
  await inbox.reset();
  leave(100 * MB);
});

function leave(bytes: number): void {
  inbox.testApp.disk.freeBytes = bytes;
  inbox.testApp.clock.advance(5_000);
}

describe('low disk space', () => {
  test('lets texts through and downloads media later', async () => {
    const { testApp, scope } = inbox;
    await inbox.receive(inbound({ text: 'oi' }), inbound({ content: media() }));
    await testApp.settle();
    const [text, picture] = await inbox.stored();
    expect(text?.body).toBe('oi');
    expect(picture).toMatchObject({ mediaState: 'pending', error: null, mediaPath: null });

    const ana = await testApp.as('ana');
    const [ticket] = await inbox.allTickets();
    expect((await ana.json('PUT', `/tickets/${ticket?.id}`, { status: 'open' })).status).toBe(200);
    expect((await ana.json('POST', `/messages/${ticket?.id}`, { body: 'olá' })).status).toBe(200);
    await testApp.settle();
    expect(testApp.whatsapp.sent.at(-1)?.content).toEqual({
      type: 'text',
      text: expect.stringContaining('olá'),
    });

    leave(5_000 * MB);
    scope.kernel.outbox.wake(scope.companyId, 'media:');
    await testApp.settle();
    const stored = await inbox.stored();
    expect(stored.find(({ id }) => id === picture?.id)).toMatchObject({ mediaState: 'ready' });
  });

  test('refuses every file upload and leaves nothing on disk', async () => {
    const { testApp } = inbox;
    await inbox.receive(inbound());
    const [ticket] = await inbox.allTickets();
    const ana = await testApp.as('ana');
    await ana.json('PUT', `/tickets/${ticket?.id}`, { status: 'open' });
    const before = (await inbox.stored()).length;
    const form = (field: string, name: string) => {
      const data = new FormData();
      data.append(field, new File(['name;number\nMaria;5511988887777'], name, { type: 'text/csv' }));
      return data;
    };
    for (const [path, data] of [
      [`/messages/${ticket?.id}`, form('medias', 'a.csv')],
      ['/contacts/upload', form('file', 'a.csv')],
    ] as const) {
      const reply = await ana.upload(path, data);
      expect([path, reply.status, reply.body]).toEqual([path, 507, { error: 'ERR_NO_SPACE' }]);
    }
    expect(await inbox.stored()).toHaveLength(before);

    const page = await ana.raw('/contacts/upload', {
      method: 'POST',
      body: form('file', 'a.csv'),
      headers: { Accept: 'text/html', 'HX-Request': 'true' },
    });
    expect(page.status).toBe(507);
    expect(page.headers.get('HX-Reswap')).toBe('none');
    expect(page.headers.get('HX-Trigger')).toContain('toast');
  });

  test('shows a notice to signed-in users, with the amount for administrators', async () => {
    const [ana, bia, stranger] = [
      await inbox.testApp.as('ana'),
      await inbox.testApp.as('bia'),
      await inbox.testApp.as(),
    ];
    const notice = 'shell-notice';
    expect((await ana.page('/tickets')).text).toContain('Restam 100 MB');
    const forBia = (await bia.page('/tickets')).text;
    expect(forBia).toContain(notice);
    expect(forBia).not.toContain('100 MB');
    expect((await stranger.page('/login')).text).not.toContain(notice);
    leave(900 * MB);
    expect((await bia.page('/tickets')).text).toContain('quase cheio');
    leave(5_000 * MB);
    expect((await ana.page('/tickets')).text).not.toContain(notice);
  });
});

describe('company storage quota', () => {
  test('refuses files but not texts, and notifies administrators only', async () => {
    const { testApp } = inbox;
    leave(50_000 * MB);
    await inbox.receive(inbound());
    const [ticket] = await inbox.allTickets();
    const ana = await testApp.as('ana');
    await ana.json('PUT', `/tickets/${ticket?.id}`, { status: 'open' });
    const usual = testApp.kernel.storageQuota;
    const full = { mostOf: async () => 1, ticks: () => 0, measure: async () => 1 };
    testApp.kernel.storageQuota = createStorageQuota(full);
    const data = new FormData();
    data.append('medias', new File(['x'], 'a.csv', { type: 'text/csv' }));
    const reply = await ana.upload(`/messages/${ticket?.id}`, data);
    expect([reply.status, reply.body]).toEqual([507, { error: 'ERR_STORAGE_QUOTA' }]);
    expect((await ana.json('POST', `/messages/${ticket?.id}`, { body: 'olá' })).status).toBe(200);
    const bia = await testApp.as('bia');
    const isNotified = async (who: typeof ana) =>
      (await who.page('/contacts')).text.includes('shell-notice notice tone-error');
    expect([await isNotified(ana), await isNotified(bia)]).toEqual([true, false]);
    testApp.kernel.storageQuota = usual;
    expect(await isNotified(ana)).toBe(false);
    expect((await ana.upload(`/messages/${ticket?.id}`, data)).status).toBe(200);
  });
});
