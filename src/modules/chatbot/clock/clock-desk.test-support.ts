import { connections, messages, ticketEvents, tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, desc, eq } from 'drizzle-orm';
import { createDesk, type Desk } from '@/deps.ts';
import { randomIds } from '@/kernel/ids.ts';
import { createLog, type Logger } from '@/kernel/log.ts';
import { createPace } from '@/modules/contacts/pace.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { choresOf } from '@/schedule.ts';

export const MINUTE = 60_000;

export type ClockDesk = Awaited<ReturnType<typeof createClockDesk>>;

/** A desk whose clock is turned by hand, with customers who write to one connection. */
export async function createClockDesk(options: { env?: Record<string, string>; log?: Logger } = {}) {
  const desk: TestDesk = await createTestDesk(options);
  const system = await desk.systemScope();
  const connectionId = await addConnection(desk);
  const chores = choresOf(desk.kernel);
  const target = { companyId: system.companyId, connectionId };

  const identityOf = (number: string) => ({ pn: `${number}@s.whatsapp.net`, lid: null });

  async function says(number: string, text: string): Promise<number> {
    const from = identityOf(number);
    const at = desk.clock.now.getTime();
    await desk.listener.onMessages(target, [inbound({ from, text, pushName: 'Maria Silva', timestamp: at })]);
    await desk.settle();
    const [row] = await system.db.select({ id: tickets.id }).from(tickets).orderBy(desc(tickets.id)).limit(1);
    return row?.id ?? 0;
  }

  async function reply(who: PersonName, ticketId: number, body: string): Promise<void> {
    const { status } = await (await desk.as(who)).json('POST', `/messages/${ticketId}`, { body });
    if (status !== 200) throw new Error(`the answer was refused: ${status}`);
    await desk.settle();
  }

  return {
    ...{ desk, system, connectionId, says, reply },
    async set(changes: Partial<typeof connections.$inferInsert>): Promise<void> {
      await system.write((tx) =>
        tx.db.update(connections).set(changes).where(eq(connections.id, connectionId)),
      );
    },
    async put(ticketId: number, changes: Partial<typeof tickets.$inferInsert>): Promise<void> {
      await system.write((tx) => tx.db.update(tickets).set(changes).where(eq(tickets.id, ticketId)));
    },
    /** Open at Bia's, who has answered at this moment. */
    async answered(number: string): Promise<number> {
      const ticketId = await says(number, 'oi');
      const { bia } = desk.cast.userId;
      await patchTicket(system, { ticketId, status: 'open', userId: bia });
      await reply('bia', ticketId, 'pois não?');
      return ticketId;
    },
    /** The clock's work of so many minutes, one by one. */
    async pass(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        desk.clock.advance(MINUTE);
        await chores();
        await desk.settle();
      }
    },
    chores,
    async ticket(id: number) {
      const row = await system.db.query.tickets.findFirst({ where: eq(tickets.id, id) });
      if (!row) throw new Error('the ticket is gone');
      return row;
    },
    async automatic(ticketId: number): Promise<string[]> {
      const rows = await system.db.query.messages.findMany({
        where: eq(messages.ticketId, ticketId),
        orderBy: asc(messages.id),
      });
      return rows.filter(({ origin }) => origin === 'system').map(({ body }) => body);
    },
    async story(ticketId: number) {
      return system.db.query.ticketEvents.findMany({
        where: eq(ticketEvents.ticketId, ticketId),
        orderBy: asc(ticketEvents.id),
      });
    },
    close: () => desk.stop(),
  };
}

/** What comes up after the process of `before` was killed: on the same folder, with nothing in memory. */
export async function startAgain({
  desk,
  system,
  connectionId,
}: ClockDesk): Promise<{ desk: Desk; minute(): Promise<void> }> {
  const again = await createDesk(desk.kernel.config, {
    clock: () => desk.clock.now,
    ticks: () => desk.clock.now.getTime(),
    ids: randomIds,
    log: createLog('silent'),
    translations: desk.kernel.translations,
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    createWhatsApp: () => desk.whatsapp,
    push: desk.push,
    safeFetch: desk.web.fetch,
    numberPace: createPace(0),
  });
  desk.whatsapp.become({ companyId: system.companyId, connectionId });
  const chores = choresOf(again.kernel);
  return {
    desk: again,
    async minute() {
      desk.clock.advance(MINUTE);
      await chores();
      await again.kernel.bus.idle();
      await again.kernel.outbox.idle();
    },
  };
}
