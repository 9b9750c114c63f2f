import { generateKeyPairSync } from 'node:crypto';
import { passwordResets, platformSettings } from '@db/platform/schema/index.ts';
import { messages } from '@db/tenant/schema/index.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { Example } from '@/kernel/http/route.ts';
import { fingerprint, sign } from '@/kernel/secrets.ts';
import { switchAssistantOn } from '@/modules/assistant/switched-on.test-support.ts';
import { firstRefreshToken } from '@/modules/auth/refresh.service.ts';
import { renewToken } from '@/modules/connections/api-token.ts';
import { textOf } from '@/modules/password-reset/reset-code.ts';
import type { TestDesk } from '../support/deps.ts';
import { takePayments } from '../support/payments.ts';
import type { World } from '../support/world.ts';

export type Prepared = Partial<Example> & { as?: PersonName | 'stranger'; headers?: Record<string, string> };

const asConnection: (world: World, desk: TestDesk) => Promise<Prepared> = async ({ connectionId }, desk) => {
  const token = await renewToken(await desk.scopeOf('ana'), { connectionId });
  return { headers: { Authorization: `Bearer ${token}` } };
};

export const PREPARED: Record<string, (world: World, desk: TestDesk) => Prepared | Promise<Prepared>> = {
  'POST /messages/send': asConnection,
  'POST /messages/send/:whatsapp': asConnection,
  'PUT /settings/:key': () => ({ as: 'ana' }),
  'POST /queueIntegration/testSession': (_world, { kernel }) => {
    kernel.services.safeCall = async (url) =>
      Response.json(
        url.endsWith(':detectIntent')
          ? { queryResult: { fulfillmentText: 'Olá!' } }
          : { access_token: 'token', expires_in: 3_600 },
      );
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const jsonContent = JSON.stringify({ client_email: 'agente@example.com', private_key });
    return { body: { projectName: 'agente', language: 'pt-BR', jsonContent } };
  },
  'POST /auth/login': () => ({ body: { email: emailOf('rui'), password: PASSWORD } }),
  'GET /invoices/all': () => ({ as: 'ana' }),
  'POST /subscription': async (_world, desk) => {
    await takePayments(desk);
    return {};
  },
  'POST /auth/refresh_token': async (_world, desk) => {
    const { cookie = '' } = await desk.as('rui');
    return { headers: { Cookie: `jrt=${firstRefreshToken(desk.kernel, fingerprint(cookie))}` } };
  },
  'POST /resetpasswords/:email/:token/:password': async (_world, { kernel }) => {
    const email = emailOf('davi');
    const code = '12345678';
    const codeHash = sign(kernel.secrets.codes, textOf(email, code));
    const expiresAt = new Date(kernel.clock().getTime() + 60_000);
    await kernel.platform.write((tx) => tx.insert(passwordResets).values({ email, codeHash, expiresAt }));
    return { params: { email, token: code, password: 'Uma senha bem comprida 1' } };
  },
  'POST /companies/cadastro': async (_world, { kernel }) => {
    const allowed = { key: 'allowregister', value: 'enabled' };
    await kernel.platform.write((tx) => tx.insert(platformSettings).values(allowed));
    return {};
  },
  'GET /users/:userId': (_world, { cast }) => ({ params: { userId: cast.userId.bia } }),
  'PUT /users/:userId': (_world, { cast }) => ({ as: 'ana', params: { userId: cast.userId.bia } }),
  'POST /undo/:token': async ({ ticketId }, desk) => {
    const body = { action: 'unread', ids: [ticketId] };
    const bulk = await (await desk.as('ana')).json<{ undo: string }>('POST', '/tickets/bulk', body);
    return { as: 'ana', params: { token: bulk.body.undo } };
  },
  'GET /contacts/imports/:importId': () => ({ as: 'ana' }),
  'POST /contacts/import': (_world, desk) => {
    const identity = { pn: '5511977000002@s.whatsapp.net', lid: null };
    desk.whatsapp.addressBook = [{ identity, name: 'Da agenda' }];
    return {};
  },
  'POST /contacts/merge': async ({ contactId }, desk) => {
    const ana = await desk.as('ana');
    const twin = { name: 'Dupla', number: '5511977000003' };
    const drop = await ana.json<{ id: number }>('POST', '/contacts', twin);
    return { body: { keep: contactId, drop: drop.body.id } };
  },
  'PUT /quick-messages/:quickMessageId': () => ({ as: 'ana' }),
  'DELETE /quick-messages/:quickMessageId': () => ({ as: 'ana' }),
  'POST /quick-messages/:quickMessageId/media-upload': () => ({ as: 'ana' }),
  'DELETE /quick-messages/:quickMessageId/media-upload': () => ({ as: 'ana' }),
  'PUT /schedules/:scheduleId': () => ({ as: 'ana' }),
  'DELETE /schedules/:scheduleId': () => ({ as: 'ana' }),
  'POST /schedules/:scheduleId/media-upload': () => ({ as: 'ana' }),
  'DELETE /schedules/:scheduleId/media-upload': () => ({ as: 'ana' }),
  'GET /tickets': async ({ ticketId }, desk) => {
    await accept(desk, ticketId);
    return { query: { status: 'open', searchParam: 'bom dia' } };
  },
  'GET /ticket/kanban': accepted,
  'GET /tickets/:ticketId': accepted,
  'GET /tickets/u/:uuid': accepted,
  'PUT /tickets/:ticketId': accepted,
  'GET /messages/:ticketId': async (world, desk) => {
    const { params } = await answered(world, desk);
    const id = (params as { messageId: string }).messageId;
    const reaction = await (await desk.as('bia')).json('POST', `/messages/${id}/reactions`, { type: '👍' });
    if (reaction.status !== 200) throw new Error('nobody reacted');
    return {};
  },
  'POST /tickets': async ({ ticketId }, desk) => {
    await (await desk.as('ana')).json('PUT', `/tickets/${ticketId}`, { status: 'closed' });
    return {};
  },
  'POST /tickets/:ticketId/assistant': async ({ ticketId }, desk) => {
    await accept(desk, ticketId);
    await switchAssistantOn(await desk.scopeOf('ana'), desk.cast.queueId.Vendas);
    desk.kernel.services.safeCall = async () =>
      Response.json({ choices: [{ message: { content: 'Já verifico.' } }] });
    return {};
  },
  'POST /messages/:messageId/transcript': async ({ imageId }, desk) => {
    await switchAssistantOn(await desk.scopeOf('ana'), desk.cast.queueId.Vendas);
    desk.kernel.services.safeCall = async () => Response.json({ text: 'bom dia' });
    await (await desk.systemScope()).write((tx) =>
      tx.db.update(messages).set({ mediaType: 'audio' }).where(eq(messages.id, imageId)),
    );
    return { params: { messageId: imageId } };
  },
  'POST /messages/:ticketId': async ({ ticketId }, desk) => {
    await accept(desk, ticketId);
    return {};
  },
  'GET /ticket-notes/list': async ({ ticketId, contactId }, desk) => {
    const note = { note: 'prefere de manhã', ticketId, contactId };
    await (await desk.as('bia')).json('POST', '/ticket-notes', note);
    return { as: 'bia', query: { ticketId, contactId } };
  },
  'DELETE /ticket-notes/:noteId': () => ({ as: 'ana' }),
  'PUT /chats/:chatId': () => ({ as: 'ana' }),
  'DELETE /chats/:chatId': () => ({ as: 'ana' }),
  'DELETE /plans/:planId': async (_world, desk) => {
    const plan = await (await desk.as('ana')).json<{ id: number }>('POST', '/plans', { name: 'Sem ninguém' });
    return { params: { planId: plan.body.id } };
  },
  'DELETE /companies/:companyId': (_world, { cast }) => ({ params: { companyId: cast.companyId.boreal } }),
  'PUT /companies/:companyId': (_world, { cast }) => ({ params: { companyId: cast.companyId.boreal } }),
  'POST /messages/:messageId/retry': answered,
  'POST /messages/edit/:messageId': answered,
  'DELETE /messages/:messageId': answered,
};

async function accepted({ ticketId }: World, desk: TestDesk): Promise<Prepared> {
  await accept(desk, ticketId);
  return {};
}

async function answered({ ticketId }: World, desk: TestDesk): Promise<Prepared> {
  await accept(desk, ticketId);
  const bia = await desk.as('bia');
  const { body } = await bia.json<{ id: string }>('POST', `/messages/${ticketId}`, { body: 'Resposta' });
  return { params: { messageId: body.id } };
}

async function accept(desk: TestDesk, ticketId: number): Promise<void> {
  await (await desk.as('bia')).json('PUT', `/tickets/${ticketId}`, { status: 'open' });
}
