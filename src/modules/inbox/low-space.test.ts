import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { inbound, media } from '@test/support/inbound.ts';
import { createCompanyRoom } from '@/kernel/company-room.ts';
import { createInboxDesk, type InboxDesk } from './inbox-desk.test-support.ts';

const MB = 1024 * 1024;

let inbox: InboxDesk;
beforeAll(async () => {
  inbox = await createInboxDesk();
});
afterAll(() => inbox.desk.stop());
beforeEach(async () => {
  await inbox.reset();
  leave(100 * MB);
});

function leave(bytes: number): void {
  inbox.desk.disk.freeBytes = bytes;
  inbox.desk.clock.advance(5_000);
}

describe('with little room', () => {
  test('words come in and go out, and what customers send along is fetched when there is room again', async () => {
    const { desk, scope } = inbox;
    await inbox.receive(inbound({ text: 'oi' }), inbound({ content: media() }));
    await desk.settle();
    const [text, picture] = await inbox.stored();
    expect(text?.body).toBe('oi');
    expect(picture).toMatchObject({ mediaState: 'pending', error: null, mediaPath: null });

    const ana = await desk.as('ana');
    const [ticket] = await inbox.allTickets();
    expect((await ana.json('PUT', `/tickets/${ticket?.id}`, { status: 'open' })).status).toBe(200);
    expect((await ana.json('POST', `/messages/${ticket?.id}`, { body: 'olá' })).status).toBe(200);
    await desk.settle();
    expect(desk.whatsapp.sent.at(-1)?.content).toEqual({
      type: 'text',
      text: expect.stringContaining('olá'),
    });

    leave(5_000 * MB);
    scope.kernel.outbox.wake(scope.companyId, 'media:');
    await desk.settle();
    const stored = await inbox.stored();
    expect(stored.find(({ id }) => id === picture?.id)).toMatchObject({ mediaState: 'ready' });
  });

  test('files are refused wherever they come in, and nothing of them stays', async () => {
    const { desk } = inbox;
    await inbox.receive(inbound());
    const [ticket] = await inbox.allTickets();
    const ana = await desk.as('ana');
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

  test('every page of who is signed in says so; how much is left is for administrators', async () => {
    const [ana, bia, stranger] = [
      await inbox.desk.as('ana'),
      await inbox.desk.as('bia'),
      await inbox.desk.as(),
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

describe("with a company's own limit", () => {
  test('files are refused with its own words, texts go on, and only administrators see the notice', async () => {
    const { desk } = inbox;
    leave(50_000 * MB);
    await inbox.receive(inbound());
    const [ticket] = await inbox.allTickets();
    const ana = await desk.as('ana');
    await ana.json('PUT', `/tickets/${ticket?.id}`, { status: 'open' });
    const usual = desk.kernel.companyRoom;
    const full = { mostOf: async () => 1, ticks: () => 0, measure: async () => 1 };
    desk.kernel.companyRoom = createCompanyRoom(full);
    const data = new FormData();
    data.append('medias', new File(['x'], 'a.csv', { type: 'text/csv' }));
    const reply = await ana.upload(`/messages/${ticket?.id}`, data);
    expect([reply.status, reply.body]).toEqual([507, { error: 'ERR_STORAGE_QUOTA' }]);
    expect((await ana.json('POST', `/messages/${ticket?.id}`, { body: 'olá' })).status).toBe(200);
    const bia = await desk.as('bia');
    const isTold = async (who: typeof ana) =>
      (await who.page('/contacts')).text.includes('shell-notice notice tone-error');
    expect([await isTold(ana), await isTold(bia)]).toEqual([true, false]);
    desk.kernel.companyRoom = usual;
    expect(await isTold(ana)).toBe(false);
    expect((await ana.upload(`/messages/${ticket?.id}`, data)).status).toBe(200);
  });
});
