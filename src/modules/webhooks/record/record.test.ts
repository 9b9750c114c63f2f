import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { invoices, plans } from '@db/platform/schema/index.ts';
import { campaigns, connections, messages, tickets } from '@db/tenant/schema/index.ts';
import { inGroup, MARIA, media } from '@test/support/inbound.ts';
import { desc, eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { platformScope } from '@/kernel/platform-scope.ts';
import { payInvoice } from '@/modules/billing/invoices/pay-invoice.ts';
import { stopCampaign } from '@/modules/campaigns/engine/stop.ts';
import { recordSessionState } from '@/modules/connections/connection-sessions.service.ts';
import { TextReply } from '@/modules/messages/messages.schema.ts';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import {
  CampaignBody,
  ConnectionBody,
  ContactBody,
  MessageBody,
  MessageStatusBody,
  PaymentBody,
  TicketBody,
} from '../bodies.views.ts';
import { WEBHOOK_EVENTS } from '../webhooks.schema.ts';
import { renewSecret, updateWebhook } from '../webhooks.service.ts';
import { createHooksDesk, type HooksDesk } from '../webhooks-desk.test-support.ts';
import { tellPayments } from './payments.ts';

let world: HooksDesk;
beforeAll(async () => {
  world = await createHooksDesk();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());
afterEach(() => void setSystemTime());

const told = async () => (await world.receiver.got()).map(({ json }) => json);
const types = async () => (await told()).map(({ type }) => type);
const ticketRow = async () => {
  const [row] = await world.scope.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1);
  return row ?? expect.unreachable();
};

const SHAPES = {
  message: MessageBody,
  status: MessageStatusBody,
  ticket: TicketBody,
  contact: ContactBody,
  connection: ConnectionBody,
  campaign: CampaignBody,
  payment: PaymentBody,
};
const shapeOf = (type: string) =>
  type === 'message.status' ? SHAPES.status : SHAPES[type.split('.')[0] as keyof typeof SHAPES];

describe('what receivers are told', () => {
  test('a conversation from its first word to its end, each in its documented shape', async () => {
    await world.hook([...WEBHOOK_EVENTS]);
    await world.writes('<b>oi</b> 🙂');
    const { id } = await ticketRow();
    const ana = await world.desk.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    await replyWithText(ana, { ticketId: id, ...TextReply.parse({ body: 'bom dia' }) });
    await world.desk.settle();
    await patchTicket(ana, { ticketId: id, status: 'closed' });
    await world.desk.settle();
    const all = await told();
    expect(all.map(({ type }) => type)).toEqual([
      'contact.created',
      'ticket.created',
      'message.received',
      'ticket.updated',
      'message.sent',
      'message.status',
      'ticket.updated',
      'ticket.closed',
    ]);
    for (const { type, data } of all) expect(() => shapeOf(type).parse(data)).not.toThrow();
    expect(all[2]?.data).toMatchObject({
      text: '<b>oi</b> 🙂',
      fromMe: false,
      status: 'delivered',
      contact: { number: '5511988887777', isGroup: false },
      connection: { id: world.connectionId },
      author: null,
    });
    expect(all[4]?.data).toMatchObject({
      text: expect.stringContaining('bom dia'),
      user: { name: 'Ana' },
      status: 'waiting',
    });
    expect(all[5]?.data).toMatchObject({ status: 'sent', error: null });
    expect(all[7]?.data).toMatchObject({ id, status: 'closed' });
  });

  test('receipts as they rise, and no status twice', async () => {
    await world.hook(['message.status']);
    await world.writes('oi de novo');
    const ticket = await ticketRow();
    const ana = await world.desk.scopeOf('ana');
    await patchTicket(ana, { ticketId: ticket.id, status: 'open' });
    await replyWithText(ana, { ticketId: ticket.id, ...TextReply.parse({ body: 'olá' }) });
    await world.desk.settle();
    const [own] = await world.scope.db.select().from(messages).orderBy(desc(messages.id)).limit(1);
    const target = { companyId: world.scope.companyId, connectionId: world.connectionId };
    const receipt = (ack: 3 | 4) => ({ id: own?.wid ?? '', chat: [MARIA.pn ?? ''], ack });
    for (const ack of [3, 3, 4, 3] as const) {
      await world.desk.listener.onReceipts(target, [receipt(ack) as never]);
      await world.desk.settle();
    }
    expect((await told()).map(({ data }) => data.status)).toEqual(['sent', 'delivered', 'read']);
  });

  test('who wrote in a group, and what a file is called, never where it lies', async () => {
    await world.hook(['message.received']);
    await world.writes('', { ...inGroup({ content: media({ fileName: 'foto.jpg' }) }) });
    const [{ data } = { data: {} }] = await told();
    expect(data).toMatchObject({
      contact: { isGroup: true },
      author: { number: '5511988887777' },
      type: 'image',
    });
    expect(JSON.stringify(data)).not.toMatch(/secret|mediaPath|\/media\//);
  });

  test('what could not be read at first once its words have come', async () => {
    await world.hook(['message.received']);
    const given = { id: 'STUB1', content: { type: 'undecryptable' } as never };
    await world.writes('', given);
    expect(await types()).toEqual([]);
    await world.writes('', { id: 'STUB1', content: { type: 'text', text: 'agora sim' } });
    expect((await told()).map(({ data }) => data.text)).toEqual(['agora sim']);
  });

  test('a connection when its state changes, never what it is paired with', async () => {
    await world.hook(['connection.updated']);
    const state = {
      status: 'qrcode',
      qrcode: 'CANARY-qr',
      pairingCode: 'CANARY-code',
      retries: 0,
      trouble: null,
      number: null,
    } as const;
    await recordSessionState(world.scope, world.connectionId, state);
    await recordSessionState(world.scope, world.connectionId, { ...state, qrcode: 'CANARY-qr-2' });
    await recordSessionState(world.scope, world.connectionId, { ...state, status: 'CONNECTED', qrcode: '' });
    await world.desk.settle();
    expect((await told()).map(({ data }) => data.status)).toEqual(['qrcode', 'CONNECTED']);
    expect(JSON.stringify(await world.receiver.got())).not.toContain('CANARY');
  });

  test('a campaign that is stopped, once', async () => {
    await world.hook(['campaign.stopped', 'campaign.started']);
    world.desk.clock.advance(1000);
    const [row] = await world.scope.write((tx) =>
      tx.db
        .insert(campaigns)
        .values({ name: 'Natal', status: 'EM_ANDAMENTO', startedAt: tx.now() })
        .returning({ id: campaigns.id }),
    );
    const campaignId = row?.id ?? 0;
    await world.scope.write((tx) => stopCampaign(tx, campaignId, 'restricted'));
    await world.scope.write(async (tx) => tx.emit('campaign.updated', { campaignId }));
    await world.desk.settle();
    expect(await told()).toMatchObject([
      { type: 'campaign.stopped', data: { name: 'Natal', status: 'stopped', reason: 'restricted' } },
    ]);
  });

  test('a payment once, also when the desk died before it wrote down that it was told', async () => {
    await world.hook(['payment.received']);
    const { kernel } = world.desk;
    const { companyId } = world.scope;
    world.desk.clock.advance(1000);
    await platformScope(kernel).write(async (tx) => {
      const [invoice] = await tx.db
        .insert(invoices)
        .values({
          ...{ companyId, detail: 'Plano 1', cents: 9990, dueDate: tx.now(), dueDay: '2026-03-10' },
          ...{ users: 1, connections: 1, queues: 1, recurrence: 'MENSAL' },
        })
        .returning();
      if (invoice) await payInvoice(tx, invoice, { by: 'manual', excess: undefined });
    });
    await tellPayments(kernel);
    await kernel.platform.write((tx) => tx.update(invoices).set({ toldAt: null }));
    await tellPayments(kernel);
    await world.desk.settle();
    expect(await told()).toMatchObject([
      { type: 'payment.received', data: { value: 99.9, currency: 'BRL', detail: 'Plano 1' } },
    ]);
  });

  test('nothing that was not chosen, and nothing without the plan', async () => {
    await world.hook(['ticket.closed']);
    await world.writes('nada disso');
    expect(await world.deliveries()).toEqual([]);
    await world.hook(['message.received']);
    await world.desk.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi: false }));
    await world.writes('sem plano');
    await world.desk.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi: true }));
    expect(await world.deliveries()).toEqual([]);
  });

  test('nothing of another company', async () => {
    await world.hook(['connection.updated']);
    const boreal = await world.desk.systemScope('boreal');
    await boreal.write(async (tx) => {
      const [row] = await tx.db.insert(connections).values({ name: 'Fria' }).returning();
      tx.emit('connection.created', { connectionId: row?.id ?? 0 });
    });
    await world.desk.settle();
    expect(await told()).toEqual([]);
  });
});

describe('a transaction', () => {
  test('that is undone tells nothing', async () => {
    await world.hook(['connection.updated']);
    const failing = world.scope.write(async (tx) => {
      tx.emit('connection.updated', { connectionId: world.connectionId });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await world.deliveries()).toEqual([]);
  });

  test('keeps what a customer wrote, even if it cannot be told', async () => {
    await world.hook(['message.received', 'ticket.updated']);
    await world.writes('primeira');
    const { db } = world.scope;
    const before = await db.$count(messages);
    const { log } = world.desk.kernel;
    const errors: unknown[] = [];
    const error = log.error;
    log.error = ((about: unknown) => void errors.push(about)) as typeof log.error;
    const { uuid } = world.desk.kernel.ids;
    // The delivery's own id is the only one that a message in a known ticket needs.
    world.desk.kernel.ids.uuid = () => {
      throw new Error('no ids left');
    };
    await world.writes('segunda');
    world.desk.kernel.ids.uuid = uuid;
    log.error = error;
    expect(await db.$count(messages)).toBe(before + 1);
    expect(errors).toHaveLength(1);
  });
});

describe('the signature', () => {
  test('is accepted by the reference library, and by nobody with another secret', async () => {
    const { secret } = await world.hook(['message.received']);
    await world.writes('assinada');
    const [got] = await world.receiver.got();
    setSystemTime(world.desk.clock.now);
    const { body = '', headers = {} } = got ?? {};
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'message.received' });
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(headers['content-type']).toBe('application/json');
  });

  test('of a renewed secret stands beside the one before for a day', async () => {
    const { id, secret: old } = await world.hook(['message.received']);
    const fresh = await renewSecret(world.scope, { webhookId: id });
    const heard = async (text: string) => {
      await world.receiver.forget();
      await world.writes(text);
      const [got] = await world.receiver.got();
      setSystemTime(world.desk.clock.now);
      return (secret: string) => new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {});
    };
    const both = await heard('com os dois');
    expect([both(old), both(fresh)]).toHaveLength(2);
    await world.pass(25 * 3_600_000);
    const later = await heard('só o novo');
    expect(() => later(old)).toThrow();
    expect(later(fresh)).toBeDefined();
  });

  test('its secret lies sealed, and an address may change under it', async () => {
    const { id, secret } = await world.hook(['message.received']);
    const row = await world.row(id);
    expect(row.secret).toStartWith('sealed:');
    expect(JSON.stringify(row)).not.toContain(secret);
    await updateWebhook(world.scope, {
      ...{ webhookId: id, name: 'Outro', url: `${world.receiver.url}/outro`, events: ['message.received'] },
    });
    await world.writes('em outro lugar');
    expect((await world.receiver.got()).map(({ path }) => path)).toEqual(['/outro']);
    expect((await world.scope.db.query.webhooks.findFirst({ where: (w) => eq(w.id, id) }))?.secret).toBe(
      row.secret,
    );
  });
});
