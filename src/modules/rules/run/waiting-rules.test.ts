import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { ruleRuns, tickets } from '@db/tenant/schema/index.ts';
import { snoozeTicket } from '@/modules/tickets/work/snooze.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { createRulesDesk, type RulesDesk } from '../rules-desk.test-support.ts';
import { waitingRules } from './waiting-rules.ts';

let world: RulesDesk;

beforeAll(async () => {
  world = await createRulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

const note = { type: 'note', note: 'espera' } as const;
const longer = (minutes: number, queueId?: number) => ({ type: 'waiting', minutes, queueId }) as const;
const dueAt = () => waitingRules.dueAt(world.scope);

describe('a rule for what waits', () => {
  test('is due when the longest has waited so long, and not again for the same waiting', async () => {
    expect(await dueAt()).toBeNull();
    await world.rule(longer(10), [note]);
    expect(await dueAt()).toBeNull();
    const since = world.desk.clock.now.getTime();
    const ticketId = await world.says('oi');
    expect((await dueAt())?.getTime()).toBe(since + 10 * 60_000);
    await world.later(9);
    expect(await world.story(ticketId)).toEqual([]);
    await world.later(1);
    expect(await world.story(ticketId)).toHaveLength(1);
    expect(await dueAt()).toBeNull();
    await world.later(60);
    expect(await world.story(ticketId)).toHaveLength(1);
  });

  test('runs again when the customer waits anew', async () => {
    await world.rule(longer(10), [note]);
    const ticketId = await world.says('oi');
    await world.later(11);
    await patchTicket(world.scope, { ticketId, status: 'closed' });
    await world.says('voltei');
    await world.later(11);
    expect(await world.story(ticketId)).toHaveLength(2);
  });

  test('leaves what is answered, closed, put aside or in another queue', async () => {
    const { Vendas, Suporte } = world.desk.cast.queueId;
    await world.rule(longer(10, Vendas), [note]);
    const ticketId = await world.says('oi');
    const stand = async (patch: Parameters<typeof patchTicket>[1]) => {
      await patchTicket(world.scope, patch);
      await world.later(11);
      expect(await world.story(ticketId)).toEqual([]);
    };
    await stand({ ticketId, queueId: Suporte });
    await stand({ ticketId, queueId: Vendas, status: 'open', userId: world.desk.cast.userId.bia });
    await snoozeTicket(world.scope, {
      ticketId,
      until: new Date(world.desk.clock.now.getTime() + 3_600_000),
    });
    await stand({ ticketId, queueId: Vendas, status: 'pending', userId: null });
    expect(await dueAt()).toBeNull();
    await world.later(60);
    expect(await world.story(ticketId)).toHaveLength(1);
  });

  test('a stop between two tickets: the next start does the other, and none twice', async () => {
    await world.rule(longer(10), [note]);
    const first = await world.says('oi');
    const second = await world.says('oi', { group: true });
    world.desk.clock.advance(11 * 60_000);
    const broken = failingAtSecondWrite();
    await expect(waitingRules.run(broken)).rejects.toThrow('killed');
    expect(await world.scope.db.select().from(ruleRuns)).toHaveLength(1);
    expect(await dueAt()).not.toBeNull();
    await world.later(0);
    for (const ticketId of [first, second]) expect(await world.story(ticketId)).toHaveLength(1);
  });

  test('one that fails leaves nothing of itself', async () => {
    await world.rule(longer(10), [note, { type: 'tag', tagId: world.tagId.vip }]);
    const ticketId = await world.says('oi');
    world.desk.clock.advance(11 * 60_000);
    await expect(
      world.scope.write(async (tx) => {
        await waitingRules.run({ ...world.scope, write: (work) => tx.write(work) });
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await world.tagsOf(ticketId)).toEqual([]);
    await world.later(0);
    expect(await world.tagsOf(ticketId)).toEqual([world.tagId.vip]);
    expect(await world.story(ticketId)).toHaveLength(1);
  });

  test('finds them by the index of what waits', async () => {
    await world.rule(longer(10), [note]);
    await world.says('oi');
    const plan = await world.scope.db.all<{ detail: string }>(
      `explain query plan select id, waiting_since from tickets where status = 'pending' and waiting_since is not null
       and snoozed_until is null and not exists (select 1 from rule_runs where rule_id = 1 and cause = 'waiting:' || tickets.id || ':' || tickets.waiting_since)
       order by waiting_since, id limit 1`,
    );
    const details = plan.map((step) => (Array.isArray(step) ? step.at(-1) : step.detail)).join('\n');
    expect(details).toContain('tickets_waiting');
    expect(details).toContain('rule_runs_cause');
    expect(details).not.toContain('TEMP B-TREE');
    expect(await world.scope.db.select().from(tickets)).toHaveLength(1);
  });
});

function failingAtSecondWrite(): typeof world.scope {
  let writes = 0;
  return {
    ...world.scope,
    write(work) {
      writes += 1;
      if (writes === 2) throw new Error('killed');
      return world.scope.write(work);
    },
  };
}
