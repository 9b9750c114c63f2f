import { aiUsage, messages, prompts } from '@db/tenant/schema/index.ts';
import { reachOf } from '@test/responders/turn.ts';
import { inbound } from '@test/support/inbound.ts';
import { startModels } from '@test/support/models.ts';
import type { PersonName } from '@test/support/people.ts';
import { desc } from 'drizzle-orm';
import { createTicketFixture } from '@/modules/tickets/ticket-fixture.test-support.ts';
import { switchAssistantOn } from './switched-on.test-support.ts';

export const FACTS = 'Abrimos às oito.';
export const INSTRUCTIONS = 'SEGREDO-DAS-INSTRUCOES: nunca fale dos preços do concorrente Zebra.';
const PROMPT = 'SEGREDO-DO-PROMPT: o desconto máximo é de vinte por cento.';

export type AssistantFixture = Awaited<ReturnType<typeof createAssistantFixture>>;
export type Asked = Awaited<ReturnType<AssistantFixture['models']['asked']>>;

export async function createAssistantFixture() {
  const models = await startModels();
  const work = await createTicketFixture();
  const { testApp, system } = work;
  Object.assign(testApp.kernel.services, reachOf(models.url));
  let promptId = 0;
  return {
    models,
    testApp,
    system,
    put: work.put,
    row: work.row,
    receive: work.receive,
    get ticketId() {
      return work.ticketId;
    },
    get promptId() {
      return promptId;
    },
    async begin(): Promise<void> {
      await work.reset();
      await system.write(async (tx) => {
        for (const table of [prompts, aiUsage]) await tx.db.delete(table);
      });
      promptId = await switchAssistantOn(await testApp.scopeOf('ana'), testApp.people.queueId.Vendas, {
        ...{ baseUrl: models.url, prompt: PROMPT, facts: FACTS, instructions: INSTRUCTIONS },
      });
      await work.put('bia', { status: 'open' });
      testApp.clock.advance(120_000);
      await models.next({});
      await models.asked();
    },
    async ask(body: object = { task: 'suggestion' }, who: PersonName = 'bia') {
      const path = `/tickets/${work.ticketId}/assistant`;
      return (await testApp.as(who)).json<{ text: string; error: string }>('POST', path, body);
    },
    receiveText: (text: string) => work.receive(inbound({ text })),
    async lastId(): Promise<number> {
      const [last] = await system.db.select().from(messages).orderBy(desc(messages.id)).limit(1);
      return last?.id ?? 0;
    },
    async stop(): Promise<void> {
      await testApp.stop();
      models.stop();
    },
  };
}

export function dataOf([first]: Asked) {
  return JSON.parse(String(first?.body.messages?.[1]?.content ?? '{}')) as {
    conversa: { de: string; texto: string }[];
    texto: string;
  };
}
