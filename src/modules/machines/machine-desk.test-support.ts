import { contactFields, machineHealth, messages } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import type { Answer, AnswerMachine, FoundMachine, Reply, Turn } from '@/machines/port.ts';
import { type BotDesk, createBotDesk } from '@/modules/chatbot/bot-desk.test-support.ts';

export const PROMPT_ID = 5;
const QUIET_MS = 2_000;

export type MachineDesk = Awaited<ReturnType<typeof createMachineDesk>>;

/** A desk whose connection has a machine in front; `answers` are taken in turn, the last one again and again. */
export async function createMachineDesk() {
  const bot: BotDesk = await createBotDesk();
  const { kernel } = bot.desk;
  const turns: Turn[] = [];
  const state = {
    answers: [] as (Partial<Answer> | Error | ((turn: Turn, signal: AbortSignal) => Promise<Answer>))[],
    found: { name: 'Robô', queueId: null, maxAnswers: 0 } as Omit<FoundMachine, 'machine'>,
  };
  const machine: AnswerMachine = {
    quietMs: QUIET_MS,
    async answer(turn, signal) {
      turns.push(turn);
      const next = state.answers.length > 1 ? state.answers.shift() : state.answers[0];
      if (next instanceof Error) throw next;
      if (typeof next === 'function') return next(turn, signal);
      return { replies: [], kept: {}, ...next };
    },
  };
  kernel.services.machines.prompt = async (_scope, id) =>
    id === PROMPT_ID ? { ...state.found, machine } : undefined;

  return {
    ...bot,
    bot,
    turns,
    state,
    async begin(): Promise<void> {
      await bot.reset();
      await bot.scope.write((tx) => tx.db.delete(machineHealth));
      turns.length = 0;
      state.answers = [{ replies: [{ type: 'text', text: 'Pois não?' }] }];
      state.found = { name: 'Robô', queueId: null, maxAnswers: 0 };
      await bot.connection({ promptId: PROMPT_ID, integrationId: null });
    },
    says(...replies: Reply[]): void {
      state.answers = [{ replies }];
    },
    /** The customer writes; `told` also waits for the machine. */
    async write(text: string): Promise<void> {
      await bot.write(text);
      await bot.desk.settle();
    },
    async wait(ms = QUIET_MS): Promise<void> {
      bot.desk.clock.advance(ms);
      kernel.outbox.wake(bot.scope.companyId, 'machine:');
      kernel.outbox.wake(bot.scope.companyId, 'send:');
      await bot.desk.settle();
    },
    async told(text: string): Promise<void> {
      await this.write(text);
      await this.wait();
    },
    heard: async () => (await bot.automatic()).map(({ body }) => body),
    sent: () => bot.desk.whatsapp.sent.map(({ content }) => content),
    health: () => bot.scope.db.query.machineHealth.findFirst(),
    fields: () => bot.scope.db.select().from(contactFields),
    customers: () =>
      bot.scope.db.select().from(messages).where(eq(messages.fromMe, false)).orderBy(asc(messages.id)),
  };
}
