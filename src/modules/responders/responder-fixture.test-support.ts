import { contactFields, messages, prompts, responderHealth } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import type { Answer, FoundResponder, Reply, Responder, Turn } from '@/adapters/responders/responder.port.ts';
import { type BotFixture, createBotFixture } from '@/modules/chatbot/bot-fixture.test-support.ts';

export const PROMPT_ID = 5;
const QUIET_MS = 2_000;

export type ResponderFixture = Awaited<ReturnType<typeof createResponderFixture>>;

export async function createResponderFixture() {
  const bot: BotFixture = await createBotFixture();
  const { kernel } = bot.testApp;
  const turns: Turn[] = [];
  const state = {
    answers: [] as (Partial<Answer> | Error | ((turn: Turn, signal: AbortSignal) => Promise<Answer>))[],
    found: { name: 'Robô', queueId: null, maxAnswers: 0 } as Omit<FoundResponder, 'responder'>,
  };
  const responder: Responder = {
    quietMs: QUIET_MS,
    async answer(turn, signal) {
      turns.push(turn);
      const next = state.answers.length > 1 ? state.answers.shift() : state.answers[0];
      if (next instanceof Error) throw next;
      if (typeof next === 'function') return next(turn, signal);
      return { replies: [], memory: {}, ...next };
    },
  };
  kernel.services.responders.prompt = async (_scope, id) =>
    id === PROMPT_ID ? { ...state.found, responder } : undefined;

  const model = { id: PROMPT_ID, name: 'Robô', prompt: 'Responda.' };

  return {
    ...bot,
    bot,
    turns,
    state,
    async begin(): Promise<void> {
      await bot.reset();
      await bot.scope.write((tx) => tx.db.delete(responderHealth));
      turns.length = 0;
      state.answers = [{ replies: [{ type: 'text', text: 'Pois não?' }] }];
      state.found = { name: 'Robô', queueId: null, maxAnswers: 0 };
      await bot.scope.write((tx) => tx.db.insert(prompts).values(model).onConflictDoNothing());
      await bot.connection({ promptId: PROMPT_ID, integrationId: null });
    },
    replyWith(...replies: Reply[]): void {
      state.answers = [{ replies }];
    },
    async write(text: string): Promise<void> {
      await bot.write(text);
      await bot.testApp.settle();
    },
    async wait(ms = QUIET_MS): Promise<void> {
      bot.testApp.clock.advance(ms);
      kernel.outbox.wake(bot.scope.companyId, 'machine:');
      kernel.outbox.wake(bot.scope.companyId, 'send:');
      await bot.testApp.settle();
    },
    async receiveText(text: string): Promise<void> {
      await this.write(text);
      await this.wait();
    },
    replies: async () => (await bot.automatic()).map(({ body }) => body),
    sent: () => bot.testApp.whatsapp.sent.map(({ content }) => content),
    health: () => bot.scope.db.query.responderHealth.findFirst(),
    fields: () => bot.scope.db.select().from(contactFields),
    customers: () =>
      bot.scope.db.select().from(messages).where(eq(messages.fromMe, false)).orderBy(asc(messages.id)),
  };
}
