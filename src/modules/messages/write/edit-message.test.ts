import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import type { MessageView } from '../messages.views.ts';
import { createTalkDesk, type TalkDesk } from '../talk-desk.test-support.ts';

let talk: TalkDesk;
let desk: TalkDesk['desk'];
let system: TalkDesk['system'];
let connectionId: number;
let ticketId: number;
let received: number;
let own: number;

const refused = () => new SendError('refused', false);
const late = () => new SendError('timeout', true);

beforeAll(async () => {
  talk = await createTalkDesk();
  ({ desk, system, connectionId } = talk);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ({ ticketId, received, own } = await talk.begin());
});

const call = (...how: Parameters<TalkDesk['call']>) => talk.call(...how);
const row = (id: number) => talk.row(id);
const sent = () => talk.sent();
const edit = (who: PersonName | undefined, body: unknown, id = own) =>
  call(who, 'POST', `/messages/edit/${id}`, body);
const lastMessage = async () =>
  (await system.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) }))?.lastMessage;

async function refusalsFor(name: PersonName) {
  const heard = await desk.listenAs(name);
  return () => heard.filter(({ channel }) => channel === 'messageRefused').map(({ data }) => data);
}

async function untilGivenUp(): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await desk.settle();
    desk.clock.advance(61_000);
    desk.kernel.outbox.wake(system.companyId, 'send:');
  }
  await desk.settle();
}

describe('new words', () => {
  test('are shown at once and reach the customer', async () => {
    const heard = await desk.listenAs('rui');
    const reply = await edit('bia', { body: 'boa tarde', fromMe: true, read: 1, quotedMsg: null });
    expect(reply).toMatchObject({ status: 200, body: { body: 'boa tarde', isEdited: true } });
    expect(await lastMessage()).toBe('boa tarde');
    await desk.settle();
    const { wid } = await row(own);
    expect(desk.whatsapp.sent).toMatchObject([
      { content: { type: 'edit', targetId: wid, text: 'boa tarde' }, jid: '5511988887777@s.whatsapp.net' },
    ]);
    expect(desk.whatsapp.sent[0]?.id).not.toBe(wid);
    expect(heard.map(({ channel }) => channel)).toContain('appMessage');
  });

  test('that are none change nothing', async () => {
    for (const body of ['', ' \n ', 'bom dia']) {
      expect(await edit('bia', { body })).toMatchObject({
        status: 200,
        body: { body: 'bom dia', isEdited: false },
      });
    }
    await desk.settle();
    expect(sent()).toEqual([]);
  });

  test('fill in placeholders like every text of an agent', async () => {
    const { body } = await edit('bia', { body: '{{ms}} {{nada}}' });
    expect(body.body).toBe('Boa tarde {{nada}}');
  });

  test('may be a caption; a file without one has none', async () => {
    const send = async (body: string) => {
      const form = new FormData();
      form.append('medias', new File(['x'], 'a.txt', { type: 'text/plain' }));
      form.append('body', body);
      const browser = await desk.as('bia');
      const { body: reply } = await browser.upload<{ messages: MessageView[] }>(
        `/messages/${ticketId}`,
        form,
      );
      await desk.settle();
      return Number(reply.messages[0]?.id);
    };
    const [captioned, bare] = [await send('antes'), await send('a.txt')];
    expect((await edit('bia', { body: 'depois' }, captioned)).body).toMatchObject({ body: 'depois' });
    expect((await edit('bia', { body: 'depois' }, bare)).body.error).toBe('ERR_EDITING_WAPP_MSG');
    await desk.settle();
    const { raw, wid } = await row(captioned);
    expect(sent().at(-1)).toEqual({ type: 'edit', targetId: wid, text: 'depois', captionOf: raw ?? '' });
  });

  test('are refused after a quarter of an hour', async () => {
    desk.clock.advance(15 * 60_000);
    expect((await edit('bia', { body: 'ainda' })).status).toBe(200);
    desk.clock.advance(1);
    expect(await edit('bia', { body: 'tarde' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_EDIT_TOO_LATE' },
    });
    expect((await row(own)).body).toBe('ainda');
  });

  const refusals: [string, PersonName | undefined, () => number, number, string][] = [
    ['a customer’s words', 'bia', () => received, 403, 'ERR_NO_PERMISSION'],
    ['a customer’s words, by an administrator', 'ana', () => received, 403, 'ERR_NO_PERMISSION'],
    ['a ticket of another queue', 'caio', () => own, 404, 'ERR_NO_MESSAGE_FOUND'],
    ['another company', 'davi', () => own, 404, 'ERR_NO_MESSAGE_FOUND'],
    ['a stranger', undefined, () => own, 401, 'ERR_SESSION_EXPIRED'],
    ['what is not there', 'ana', () => 987_654, 404, 'ERR_NO_MESSAGE_FOUND'],
  ];
  for (const [name, who, id, status, error] of refusals) {
    test(`not for ${name}; neither may it be deleted`, async () => {
      expect(await edit(who, { body: 'trocado' }, id())).toMatchObject({ status, body: { error } });
      expect(await call(who, 'DELETE', `/messages/${id()}`)).toMatchObject({ status, body: { error } });
      await desk.settle();
      expect(sent()).toEqual([]);
      expect(await row(own)).toMatchObject({ body: 'bom dia', isDeleted: false });
    });
  }

  for (const body of [null, {}, { body: 7 }, { body: 'x'.repeat(65_537) }]) {
    test(`a bad body: ${JSON.stringify(body)?.slice(0, 20)}`, async () => {
      expect((await edit('bia', body)).status).toBe(400);
    });
  }

  test('a deleted message has none', async () => {
    await call('bia', 'DELETE', `/messages/${own}`);
    expect(await edit('bia', { body: 'de novo' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_EDITING_WAPP_MSG' },
    });
  });

  test('that WhatsApp refuses give way to the old ones, and who wrote them is told', async () => {
    const toBia = await refusalsFor('bia');
    const toAna = await refusalsFor('ana');
    desk.whatsapp.fail(refused());
    await edit('bia', { body: 'boa tarde' });
    await desk.settle();
    expect(await row(own)).toMatchObject({ body: 'bom dia', isEdited: false, error: null });
    expect(await lastMessage()).toBe('bom dia');
    expect(toBia()).toEqual([
      {
        action: 'edit',
        messageId: String(own),
        ticketId,
        wanted: 'boa tarde',
        error: 'ERR_EDITING_WAPP_MSG',
      },
    ]);
    expect(toAna()).toEqual([]);
  });

  test('that WhatsApp refuses are shown with the reason to clients of the contract, and to nobody else', async () => {
    const [heard, others] = [await desk.listenAs('bia'), await desk.listenAs('ana')];
    desk.whatsapp.fail(refused());
    await edit('bia', { body: 'boa tarde' });
    await desk.settle();
    const ofContract = (all: typeof heard) =>
      all.filter(({ channel, contractOnly }) => channel === 'appMessage' && contractOnly);
    expect(ofContract(heard).map(({ data }) => data)).toMatchObject([
      { action: 'update', message: { id: String(own), body: 'bom dia', error: 'ERR_EDITING_WAPP_MSG' } },
    ]);
    expect(ofContract(others)).toEqual([]);
  });

  test('are tried again while there is hope, under one id', async () => {
    desk.whatsapp.fail(late());
    await edit('bia', { body: 'boa tarde' });
    await untilGivenUp();
    expect(sent()).toMatchObject([{ type: 'edit', text: 'boa tarde' }]);
    expect((await row(own)).body).toBe('boa tarde');
  });

  test('of which the first fails and the second too: what the customer has comes back', async () => {
    desk.whatsapp.fail(refused(), refused());
    await edit('bia', { body: 'um' });
    await edit('bia', { body: 'dois' });
    await desk.settle();
    expect(await row(own)).toMatchObject({ body: 'bom dia', isEdited: false });
  });

  test('of which only the first fails stay as the second says', async () => {
    desk.whatsapp.fail(refused(), null);
    await edit('bia', { body: 'um' });
    await edit('bia', { body: 'dois' });
    await desk.settle();
    expect(await row(own)).toMatchObject({ body: 'dois', isEdited: true });
  });

  test('that waited for a connection until it was too late come back', async () => {
    const toBia = await refusalsFor('bia');
    const target = { companyId: system.companyId, connectionId };
    desk.whatsapp.become(target, { status: 'OPENING' });
    await edit('bia', { body: 'boa tarde' });
    await desk.settle();
    desk.clock.advance(17 * 60_000);
    desk.whatsapp.become(target);
    desk.kernel.outbox.wake(system.companyId, 'send:');
    await desk.settle();
    expect((await row(own)).body).toBe('bom dia');
    expect(toBia()).toMatchObject([{ error: 'ERR_EDIT_TOO_LATE' }]);
  });

  test('of a message that never left go along when it is sent again', async () => {
    desk.whatsapp.fail(refused());
    const { body } = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'errado' });
    await desk.settle();
    await edit('bia', { body: 'certo' }, Number(body.id));
    await desk.settle();
    expect(sent()).toEqual([]);
    await call('bia', 'POST', `/messages/${body.id}/retry`);
    await desk.settle();
    expect(sent()).toEqual([{ type: 'text', text: 'certo' }]);
  });
});
