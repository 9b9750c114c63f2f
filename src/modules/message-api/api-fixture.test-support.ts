import { companies, plans } from '@db/platform/schema/index.ts';
import {
  apiCalls,
  contacts,
  idempotencyKeys,
  messages,
  outbox,
  schedules,
  tickets,
} from '@db/tenant/schema/index.ts';
import { createTestApp, type TestAppOptions } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import { renewToken } from '@/modules/connections/api-token.service.ts';
import { jobsOf } from '@/schedule.ts';

export type ApiFixture = Awaited<ReturnType<typeof createApiFixture>>;
export type ApiReply = { status: number; headers: Headers; body: Record<string, unknown> };

export const SOMEBODY = '5511988887777';
export const TEXT = { number: SOMEBODY, body: 'Seu pedido saiu' };

export async function createApiFixture(options: TestAppOptions = {}) {
  const testApp = await createTestApp(options);
  const system = await testApp.systemScope();
  const connectionId = await addConnection(testApp);
  const token = await renewToken(await testApp.scopeOf('ana'), { connectionId });
  const send = async (init: RequestInit, bearer: string | null = token): Promise<ApiReply> => {
    const headers = { ...(bearer !== null && { Authorization: `Bearer ${bearer}` }), ...init.headers };
    const request = new Request('http://desk.test/api/messages/send', { method: 'POST', ...init, headers });
    const reply = await testApp.app.fetch(request);
    await testApp.settle();
    return {
      status: reply.status,
      headers: reply.headers,
      body: (await reply.json()) as Record<string, unknown>,
    };
  };
  return {
    ...{ testApp, system, connectionId, token, send },
    target: { companyId: system.companyId, connectionId },
    post: (body: unknown, headers: Record<string, string> = {}, bearer?: string | null) =>
      send(
        {
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'Content-Type': 'application/json', ...headers },
        },
        bearer,
      ),
    upload(fields: Record<string, string>, files: File[], headers: Record<string, string> = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const file of files) form.append('medias', file);
      return send({ body: form, headers });
    },
    jobs: jobsOf(testApp.kernel),
    sent: () => testApp.whatsapp.sent.map(({ content }) => content),
    calls: () => system.db.select().from(apiCalls).orderBy(asc(apiCalls.id)),
    tickets: () => system.db.select().from(tickets),
    messages: () => system.db.select().from(messages).orderBy(asc(messages.id)),
    plan: (useExternalApi: boolean) =>
      testApp.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi })),
    company: (change: Partial<typeof companies.$inferInsert>) =>
      testApp.kernel.platform.write((tx) => tx.update(companies).set(change)),
    async reset() {
      await testApp.settle();
      await system.write(async (tx) => {
        for (const table of [schedules, contacts, outbox, apiCalls, idempotencyKeys])
          await tx.db.delete(table);
      });
      testApp.whatsapp.sent.length = 0;
      testApp.whatsapp.checked.length = 0;
      testApp.whatsapp.become({ companyId: system.companyId, connectionId });
      testApp.clock.advance(3_600_000);
    },
  };
}

export async function createSecondConnection({ testApp }: ApiFixture): Promise<string> {
  const connectionId = await addConnection(testApp, { name: 'Segunda' });
  return renewToken(await testApp.scopeOf('ana'), { connectionId });
}
