import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { snoozeTicket } from '@/modules/tickets/work/snooze-ticket.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { createRulesFixture, type RulesFixture } from '../rules-fixture.test-support.ts';
import { waitingRules } from './waiting-rules.jobs.ts';

let fixtures: RulesFixture;

beforeAll(async () => {
  fixtures = await createRulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

const note = { type: 'note', note: 'espera' } as const;
const longer = (minutes: number, queueId?: number) => ({ type: 'waiting', minutes, queueId }) as const;
const dueAt = () => waitingRules.dueAt(fixtures.scope);

describe('waiting rule', () => {
  test('is due when the longest wait reaches its limit, once per wait', async () => {
    expect(await dueAt()).toBeNull();
    await fixtures.rule(longer(10), [note]);
    expect(await dueAt()).toBeNull();
    const since = fixtures.testApp.clock.now.getTime();
    const ticketId = await fixtures.receiveText('oi');
    expect((await dueAt())?.getTime()).toBe(since + 10 * 60_000);
    await fixtures.later(9);
    expect(await fixtures.history(ticketId)).toEqual([]);
    await fixtures.later(1);
    expect(await fixtures.history(ticketId)).toHaveLength(1);
    expect(await dueAt()).toBeNull();
    await fixtures.later(60);
    expect(await fixtures.history(ticketId)).toHaveLength(1);
  });

  test('runs again when the customer waits again', async () => {
    await fixtures.rule(longer(10), [note]);
    const ticketId = await fixtures.receiveText('oi');
    await fixtures.later(11);
    await patchTicket(fixtures.scope, { ticketId, status: 'closed' });
    await fixtures.receiveText('voltei');
    await fixtures.later(11);
    expect(await fixtures.history(ticketId)).toHaveLength(2);
  });

  test('ignores answered, closed, snoozed and other queues’ tickets', async () => {
    const { Vendas, Suporte } = fixtures.testApp.people.queueId;
    await fixtures.rule(longer(10, Vendas), [note]);
    const ticketId = await fixtures.receiveText('oi');
    const waits = async () => {
      await fixtures.later(11);
      expect(await fixtures.history(ticketId)).toEqual([]);
    };
    const stand = async (patch: Parameters<typeof patchTicket>[1]) => {
      await patchTicket(fixtures.scope, patch);
      await waits();
    };
    await stand({ ticketId, queueId: Suporte });
    await stand({ ticketId, queueId: Vendas, status: 'open', userId: fixtures.testApp.people.userId.bia });
    await patchTicket(fixtures.scope, { ticketId, queueId: Vendas, status: 'pending', userId: null });
    await snoozeTicket(fixtures.scope, {
      ticketId,
      until: new Date(fixtures.testApp.clock.now.getTime() + 3_600_000),
    });
    await waits();
    expect(await dueAt()).toBeNull();
    await fixtures.later(60);
    expect(await fixtures.history(ticketId)).toHaveLength(1);
  });

  test('one ticket that fails keeps no other from its turn, and has its own in the next run', async () => {
    await fixtures.rule(longer(10), [note]);
    const first = await fixtures.receiveText('oi');
    const second = await fixtures.receiveText('oi', { group: true });
    fixtures.testApp.clock.advance(11 * 60_000);
    await waitingRules.run(failingAtFirstWrite());
    expect(await fixtures.history(first)).toEqual([]);
    expect(await fixtures.history(second)).toHaveLength(1);
    expect(await dueAt()).not.toBeNull();
    await fixtures.later(0);
    for (const ticketId of [first, second]) expect(await fixtures.history(ticketId)).toHaveLength(1);
  });

  test('leaves no changes after a failure', async () => {
    await fixtures.rule(longer(10), [note, { type: 'tag', tagId: fixtures.tagId.vip }]);
    const ticketId = await fixtures.receiveText('oi');
    fixtures.testApp.clock.advance(11 * 60_000);
    await expect(
      fixtures.scope.write(async (tx) => {
        await waitingRules.run({ ...fixtures.scope, write: (work) => tx.write(work) });
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await fixtures.tagsOf(ticketId)).toEqual([]);
    await fixtures.later(0);
    expect(await fixtures.tagsOf(ticketId)).toEqual([fixtures.tagId.vip]);
    expect(await fixtures.history(ticketId)).toHaveLength(1);
  });

  test('uses the index of waiting tickets', async () => {
    await fixtures.rule(longer(10), [note]);
    await fixtures.receiveText('oi');
    const plan = await fixtures.scope.db.all<{ detail: string }>(
      `explain query plan select id, waiting_since from tickets where status = 'pending' and waiting_since is not null
       and snoozed_until is null and not exists (select 1 from rule_runs where rule_id = 1 and cause = 'waiting:' || tickets.id || ':' || tickets.waiting_since)
       order by waiting_since, id limit 1`,
    );
    const details = plan.map((step) => (Array.isArray(step) ? step.at(-1) : step.detail)).join('\n');
    expect(details).toContain('tickets_waiting');
    expect(details).toContain('rule_runs_cause');
    expect(details).not.toContain('TEMP B-TREE');
    expect(await fixtures.scope.db.select().from(tickets)).toHaveLength(1);
  });
});

function failingAtFirstWrite(): typeof fixtures.scope {
  let writes = 0;
  return {
    ...fixtures.scope,
    write(work) {
      writes += 1;
      if (writes === 1) throw new Error('wrong');
      return fixtures.scope.write(work);
    },
  };
}
