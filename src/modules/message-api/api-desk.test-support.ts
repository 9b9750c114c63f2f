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
import { createTestDesk, type TestDeskOptions } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import { renewToken } from '@/modules/connections/api-token.ts';
import { choresOf } from '@/schedule.ts';

export type ApiDesk = Awaited<ReturnType<typeof createApiDesk>>;
export type Told = { status: number; headers: Headers; body: Record<string, unknown> };

export const SOMEBODY = '5511988887777';
export const TEXT = { number: SOMEBODY, body: 'Seu pedido saiu' };

/** A company with a connection and its token; a machine has neither cookie nor Origin. */
export async function createApiDesk(options: TestDeskOptions = {}) {
  const desk = await createTestDesk(options);
  const system = await desk.systemScope();
  const connectionId = await addConnection(desk);
  const token = await renewToken(await desk.scopeOf('ana'), { connectionId });
  const send = async (init: RequestInit, bearer: string | null = token): Promise<Told> => {
    const headers = { ...(bearer !== null && { Authorization: `Bearer ${bearer}` }), ...init.headers };
    const request = new Request('http://desk.test/api/messages/send', { method: 'POST', ...init, headers });
    const reply = await desk.app.fetch(request);
    await desk.settle();
    return {
      status: reply.status,
      headers: reply.headers,
      body: (await reply.json()) as Record<string, unknown>,
    };
  };
  return {
    ...{ desk, system, connectionId, token, send },
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
    chores: choresOf(desk.kernel),
    sent: () => desk.whatsapp.sent.map(({ content }) => content),
    calls: () => system.db.select().from(apiCalls).orderBy(asc(apiCalls.id)),
    tickets: () => system.db.select().from(tickets),
    messages: () => system.db.select().from(messages).orderBy(asc(messages.id)),
    plan: (useExternalApi: boolean) =>
      desk.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi })),
    company: (change: Partial<typeof companies.$inferInsert>) =>
      desk.kernel.platform.write((tx) => tx.update(companies).set(change)),
    async reset() {
      await desk.settle();
      await system.write(async (tx) => {
        for (const table of [schedules, contacts, outbox, apiCalls, idempotencyKeys])
          await tx.db.delete(table);
      });
      desk.whatsapp.sent.length = 0;
      desk.whatsapp.checked.length = 0;
      desk.whatsapp.become({ companyId: system.companyId, connectionId });
      desk.clock.advance(3_600_000);
    },
  };
}

/** Its token. */
export async function createSecondConnection({ desk }: ApiDesk): Promise<string> {
  const connectionId = await addConnection(desk, { name: 'Segunda' });
  return renewToken(await desk.scopeOf('ana'), { connectionId });
}
