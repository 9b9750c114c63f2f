import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { invoices, plans } from '@db/platform/schema/index.ts';
import { campaigns, connections, messages, tickets } from '@db/tenant/schema/index.ts';
import { inGroup, MARIA, media } from '@test/support/inbound.ts';
import { desc, eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { platformScope } from '@/core/platform-scope.ts';
import { payInvoice } from '@/modules/billing/invoices/pay-invoice.service.ts';
import { stopCampaign } from '@/modules/campaigns/engine/stop-campaign.service.ts';
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
import { createWebhooksFixture, type WebhooksFixture } from '../webhooks-fixture.test-support.ts';
import { publishPayments } from './record-payments.jobs.ts';

let fixtures: WebhooksFixture;
beforeAll(async () => {
  fixtures = await createWebhooksFixture();
});
afterAll(() => fixtures.stop());
beforeEach(() => fixtures.reset());
afterEach(() => void setSystemTime());

const reported = async () => (await fixtures.receiver.got()).map(({ json }) => json);
const types = async () => (await reported()).map(({ type }) => type);
const ticketRow = async () => {
  const [row] = await fixtures.scope.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1);
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

describe('webhook events', () => {
  test('cover a conversation from first message to end in the documented shapes', async () => {
    await fixtures.hook([...WEBHOOK_EVENTS]);
    await fixtures.writes('<b>oi</b> 🙂');
    const { id } = await ticketRow();
    const ana = await fixtures.testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    await replyWithText(ana, { ticketId: id, ...TextReply.parse({ body: 'bom dia' }) });
    await fixtures.testApp.settle();
    await patchTicket(ana, { ticketId: id, status: 'closed' });
    await fixtures.testApp.settle();
    const all = await reported();
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
      connection: { id: fixtures.connectionId },
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

  test('report message status as it rises, without duplicates', async () => {
    await fixtures.hook(['message.status']);
    await fixtures.writes('oi de novo');
    const ticket = await ticketRow();
    const ana = await fixtures.testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId: ticket.id, status: 'open' });
    await replyWithText(ana, { ticketId: ticket.id, ...TextReply.parse({ body: 'olá' }) });
    await fixtures.testApp.settle();
    const [own] = await fixtures.scope.db.select().from(messages).orderBy(desc(messages.id)).limit(1);
    const target = { companyId: fixtures.scope.companyId, connectionId: fixtures.connectionId };
    const receipt = (ack: 3 | 4) => ({ id: own?.wid ?? '', chat: [MARIA.pn ?? ''], ack });
    for (const ack of [3, 3, 4, 3] as const) {
      await fixtures.testApp.listener.onReceipts(target, [receipt(ack) as never]);
      await fixtures.testApp.settle();
    }
    expect((await reported()).map(({ data }) => data.status)).toEqual(['sent', 'delivered', 'read']);
  });

  test('contain group authors and file names, never file paths', async () => {
    await fixtures.hook(['message.received']);
    await fixtures.writes('', { ...inGroup({ content: media({ fileName: 'foto.jpg' }) }) });
    const [{ data } = { data: {} }] = await reported();
    expect(data).toMatchObject({
      contact: { isGroup: true },
      author: { number: '5511988887777' },
      type: 'image',
    });
    expect(JSON.stringify(data)).not.toMatch(/secret|mediaPath|\/media\//);
  });

  test('report a stub once its content arrives', async () => {
    await fixtures.hook(['message.received']);
    const options = { id: 'STUB1', content: { type: 'undecryptable' } as never };
    await fixtures.writes('', options);
    expect(await types()).toEqual([]);
    await fixtures.writes('', { id: 'STUB1', content: { type: 'text', text: 'agora sim' } });
    expect((await reported()).map(({ data }) => data.text)).toEqual(['agora sim']);
  });

  test('report connection state changes without pairing secrets', async () => {
    await fixtures.hook(['connection.updated']);
    const state = {
      status: 'qrcode',
      qrcode: 'CANARY-qr',
      pairingCode: 'CANARY-code',
      retries: 0,
      trouble: null,
      number: null,
    } as const;
    await recordSessionState(fixtures.scope, fixtures.connectionId, state);
    await recordSessionState(fixtures.scope, fixtures.connectionId, { ...state, qrcode: 'CANARY-qr-2' });
    await recordSessionState(fixtures.scope, fixtures.connectionId, {
      ...state,
      status: 'CONNECTED',
      qrcode: '',
    });
    await fixtures.testApp.settle();
    expect((await reported()).map(({ data }) => data.status)).toEqual(['qrcode', 'CONNECTED']);
    expect(JSON.stringify(await fixtures.receiver.got())).not.toContain('CANARY');
  });

  test('report a stopped campaign once', async () => {
    await fixtures.hook(['campaign.stopped', 'campaign.started']);
    fixtures.testApp.clock.advance(1000);
    const [row] = await fixtures.scope.write((tx) =>
      tx.db
        .insert(campaigns)
        .values({ name: 'Natal', status: 'EM_ANDAMENTO', startedAt: tx.now() })
        .returning({ id: campaigns.id }),
    );
    const campaignId = row?.id ?? 0;
    await fixtures.scope.write((tx) => stopCampaign(tx, campaignId, 'restricted'));
    await fixtures.scope.write(async (tx) => tx.emit('campaign.updated', { campaignId }));
    await fixtures.testApp.settle();
    expect(await reported()).toMatchObject([
      { type: 'campaign.stopped', data: { name: 'Natal', status: 'stopped', reason: 'restricted' } },
    ]);
  });

  test('report a payment once, even after a crash before it was recorded', async () => {
    await fixtures.hook(['payment.received']);
    const { kernel } = fixtures.testApp;
    const { companyId } = fixtures.scope;
    fixtures.testApp.clock.advance(1000);
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
    await publishPayments(kernel);
    await kernel.platform.write((tx) => tx.update(invoices).set({ notifiedAt: null }));
    await publishPayments(kernel);
    await fixtures.testApp.settle();
    expect(await reported()).toMatchObject([
      { type: 'payment.received', data: { value: 99.9, currency: 'BRL', detail: 'Plano 1' } },
    ]);
  });

  test('exclude unsubscribed events and companies without the plan feature', async () => {
    await fixtures.hook(['ticket.closed']);
    await fixtures.writes('nada disso');
    expect(await fixtures.deliveries()).toEqual([]);
    await fixtures.hook(['message.received']);
    await fixtures.testApp.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi: false }));
    await fixtures.writes('sem plano');
    await fixtures.testApp.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi: true }));
    expect(await fixtures.deliveries()).toEqual([]);
  });

  test('exclude events of other companies', async () => {
    await fixtures.hook(['connection.updated']);
    const boreal = await fixtures.testApp.systemScope('boreal');
    await boreal.write(async (tx) => {
      const [row] = await tx.db.insert(connections).values({ name: 'Fria' }).returning();
      tx.emit('connection.created', { connectionId: row?.id ?? 0 });
    });
    await fixtures.testApp.settle();
    expect(await reported()).toEqual([]);
  });
});

describe('webhook events in a transaction', () => {
  test('are discarded when it is rolled back', async () => {
    await fixtures.hook(['connection.updated']);
    const failing = fixtures.scope.write(async (tx) => {
      tx.emit('connection.updated', { connectionId: fixtures.connectionId });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await fixtures.deliveries()).toEqual([]);
  });

  test('do not lose a customer’s message when recording the event fails', async () => {
    await fixtures.hook(['message.received', 'ticket.updated']);
    await fixtures.writes('primeira');
    const { db } = fixtures.scope;
    const before = await db.$count(messages);
    const { log } = fixtures.testApp.kernel;
    const errors: unknown[] = [];
    const error = log.error;
    log.error = ((about: unknown) => void errors.push(about)) as typeof log.error;
    const { uuid } = fixtures.testApp.kernel.ids;
    fixtures.testApp.kernel.ids.uuid = () => {
      throw new Error('no ids left');
    };
    await fixtures.writes('segunda');
    fixtures.testApp.kernel.ids.uuid = uuid;
    log.error = error;
    expect(await db.$count(messages)).toBe(before + 1);
    expect(errors).toHaveLength(1);
  });
});

describe('webhook signature', () => {
  test('is verified by the reference library and only with the right secret', async () => {
    const { secret } = await fixtures.hook(['message.received']);
    await fixtures.writes('assinada');
    const [got] = await fixtures.receiver.got();
    setSystemTime(fixtures.testApp.clock.now);
    const { body = '', headers = {} } = got ?? {};
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'message.received' });
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(headers['content-type']).toBe('application/json');
  });

  test('is sent with the new and all secrets of the last day after renewals', async () => {
    const { id, secret: old } = await fixtures.hook(['message.received']);
    const unseen = await renewSecret(fixtures.scope, { webhookId: id });
    const fresh = await renewSecret(fixtures.scope, { webhookId: id });
    const received = async (text: string) => {
      await fixtures.receiver.take();
      await fixtures.writes(text);
      const [got] = await fixtures.receiver.got();
      setSystemTime(fixtures.testApp.clock.now);
      return (secret: string) => new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {});
    };
    const all = await received('com todos');
    expect([old, unseen, fresh].map(all)).toHaveLength(3);
    await fixtures.pass(25 * 3_600_000);
    const later = await received('só o novo');
    expect(() => later(old)).toThrow();
    expect(later(fresh)).toBeDefined();
  });

  test('uses a secret that is stored encrypted and unaffected by a URL change', async () => {
    const { id, secret } = await fixtures.hook(['message.received']);
    const row = await fixtures.row(id);
    expect(row.secret).toStartWith('sealed:');
    expect(JSON.stringify(row)).not.toContain(secret);
    const changed = { name: 'Outro', url: `${fixtures.receiver.url}/outro` };
    await updateWebhook(fixtures.scope, { webhookId: id, ...changed, events: ['message.received'] });
    await fixtures.writes('em outro lugar');
    expect((await fixtures.receiver.got()).map(({ path }) => path)).toEqual(['/outro']);
    expect((await fixtures.scope.db.query.webhooks.findFirst({ where: (w) => eq(w.id, id) }))?.secret).toBe(
      row.secret,
    );
  });
});
