import { generateKeyPairSync } from 'node:crypto';
import { passwordResets, platformSettings } from '@db/platform/schema/index.ts';
import { messages } from '@db/tenant/schema/index.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { Example } from '@/core/http/routing/route.ts';
import { fingerprint, sign } from '@/core/security/secrets.ts';
import { switchAssistantOn } from '@/modules/assistant/switched-on.test-support.ts';
import { firstRefreshToken } from '@/modules/auth/sessions/refresh-tokens.service.ts';
import { renewToken } from '@/modules/connections/api-token.service.ts';
import { textOf } from '@/modules/password-reset/mail-reset-code.listener.ts';
import type { TestApp } from '../support/deps.ts';
import type { Fixtures } from '../support/fixtures.ts';
import { takePayments } from '../support/payments.ts';

export type Prepared = Partial<Example> & { as?: PersonName | 'stranger'; headers?: Record<string, string> };

const asConnection: (fixtures: Fixtures, testApp: TestApp) => Promise<Prepared> = async (
  { connectionId },
  testApp,
) => {
  const token = await renewToken(await testApp.scopeOf('ana'), { connectionId });
  return { headers: { Authorization: `Bearer ${token}` } };
};

export const PREPARED: Record<
  string,
  (fixtures: Fixtures, testApp: TestApp) => Prepared | Promise<Prepared>
> = {
  'POST /messages/send': asConnection,
  'POST /messages/send/:whatsapp': asConnection,
  'PUT /settings/:key': () => ({ as: 'ana' }),
  'POST /queueIntegration/testSession': (_fixtures, { kernel }) => {
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
  'POST /subscription': async (_fixtures, testApp) => {
    await takePayments(testApp);
    return {};
  },
  'POST /auth/refresh_token': async (_fixtures, testApp) => {
    const { cookie = '' } = await testApp.as('rui');
    return { headers: { Cookie: `jrt=${firstRefreshToken(testApp.kernel, fingerprint(cookie))}` } };
  },
  'POST /resetpasswords/:email/:token/:password': async (_fixtures, { kernel }) => {
    const email = emailOf('davi');
    const code = '12345678';
    const codeHash = sign(kernel.secrets.codes, textOf(email, code));
    const expiresAt = new Date(kernel.clock().getTime() + 60_000);
    await kernel.platform.write((tx) => tx.insert(passwordResets).values({ email, codeHash, expiresAt }));
    return { params: { email, token: code, password: 'Uma senha bem comprida 1' } };
  },
  'POST /companies/cadastro': async (_fixtures, { kernel }) => {
    const allowed = { key: 'allowregister', value: 'enabled' };
    await kernel.platform.write((tx) => tx.insert(platformSettings).values(allowed));
    return {};
  },
  'GET /users/:userId': (_fixtures, { people }) => ({ params: { userId: people.userId.bia } }),
  'PUT /users/:userId': (_fixtures, { people }) => ({ as: 'ana', params: { userId: people.userId.bia } }),
  'POST /undo/:token': async ({ ticketId }, testApp) => {
    const body = { action: 'unread', ids: [ticketId] };
    const bulk = await (await testApp.as('ana')).json<{ undo: string }>('POST', '/tickets/bulk', body);
    return { as: 'ana', params: { token: bulk.body.undo } };
  },
  'GET /contacts/imports/:importId': () => ({ as: 'ana' }),
  'POST /contacts/import': (_fixtures, testApp) => {
    const identity = { pn: '5511977000002@s.whatsapp.net', lid: null };
    testApp.whatsapp.addressBook = [{ identity, name: 'Da agenda' }];
    return {};
  },
  'POST /contacts/merge': async ({ contactId }, testApp) => {
    const ana = await testApp.as('ana');
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
  'GET /tickets': async ({ ticketId }, testApp) => {
    await accept(testApp, ticketId);
    return { query: { status: 'open', searchParam: 'bom dia' } };
  },
  'GET /ticket/kanban': accepted,
  'GET /tickets/:ticketId': accepted,
  'GET /tickets/u/:uuid': accepted,
  'PUT /tickets/:ticketId': accepted,
  'GET /messages/:ticketId': async (fixtures, testApp) => {
    const { params } = await answered(fixtures, testApp);
    const id = (params as { messageId: string }).messageId;
    const reaction = await (await testApp.as('bia')).json('POST', `/messages/${id}/reactions`, {
      type: '👍',
    });
    if (reaction.status !== 200) throw new Error('nobody reacted');
    return {};
  },
  'POST /tickets': async ({ ticketId }, testApp) => {
    await (await testApp.as('ana')).json('PUT', `/tickets/${ticketId}`, { status: 'closed' });
    return {};
  },
  'POST /tickets/:ticketId/assistant': async ({ ticketId }, testApp) => {
    await accept(testApp, ticketId);
    await switchAssistantOn(await testApp.scopeOf('ana'), testApp.people.queueId.Vendas);
    testApp.kernel.services.safeCall = async () =>
      Response.json({ choices: [{ message: { content: 'Já verifico.' } }] });
    return {};
  },
  'POST /messages/:messageId/transcript': async ({ imageId }, testApp) => {
    await switchAssistantOn(await testApp.scopeOf('ana'), testApp.people.queueId.Vendas);
    testApp.kernel.services.safeCall = async () => Response.json({ text: 'bom dia' });
    await (await testApp.systemScope()).write((tx) =>
      tx.db.update(messages).set({ mediaType: 'audio' }).where(eq(messages.id, imageId)),
    );
    return { params: { messageId: imageId } };
  },
  'POST /messages/:ticketId': async ({ ticketId }, testApp) => {
    await accept(testApp, ticketId);
    return {};
  },
  'GET /ticket-notes/list': async ({ ticketId, contactId }, testApp) => {
    const note = { note: 'prefere de manhã', ticketId, contactId };
    await (await testApp.as('bia')).json('POST', '/ticket-notes', note);
    return { as: 'bia', query: { ticketId, contactId } };
  },
  'PUT /ticket-notes/:noteId': () => ({ as: 'ana' }),
  'DELETE /ticket-notes/:noteId': () => ({ as: 'ana' }),
  'PUT /chats/:chatId': () => ({ as: 'ana' }),
  'DELETE /chats/:chatId': () => ({ as: 'ana' }),
  'DELETE /plans/:planId': async (_fixtures, testApp) => {
    const plan = await (await testApp.as('ana')).json<{ id: number }>('POST', '/plans', {
      name: 'Sem ninguém',
    });
    return { params: { planId: plan.body.id } };
  },
  'DELETE /companies/:companyId': (_fixtures, { people }) => ({
    params: { companyId: people.companyId.boreal },
  }),
  'PUT /companies/:companyId': (_fixtures, { people }) => ({
    params: { companyId: people.companyId.boreal },
  }),
  'POST /messages/:messageId/retry': answered,
  'POST /messages/edit/:messageId': answered,
  'DELETE /messages/:messageId': answered,
};

async function accepted({ ticketId }: Fixtures, testApp: TestApp): Promise<Prepared> {
  await accept(testApp, ticketId);
  return {};
}

async function answered({ ticketId }: Fixtures, testApp: TestApp): Promise<Prepared> {
  await accept(testApp, ticketId);
  const bia = await testApp.as('bia');
  const { body } = await bia.json<{ id: string }>('POST', `/messages/${ticketId}`, { body: 'Resposta' });
  return { params: { messageId: body.id } };
}

async function accept(testApp: TestApp, ticketId: number): Promise<void> {
  await (await testApp.as('bia')).json('PUT', `/tickets/${ticketId}`, { status: 'open' });
}
