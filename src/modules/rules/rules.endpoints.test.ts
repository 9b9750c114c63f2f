import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { deleteTag } from '@/modules/tags/tags.service.ts';
import { MAX_RULES } from './rules.schema.ts';
import type { RuleTrialView, RuleView } from './rules.views.ts';
import { createRulesFixture, type RulesFixture } from './rules-fixture.test-support.ts';

let fixtures: RulesFixture;
let ruleId: number;

beforeAll(async () => {
  fixtures = await createRulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  ruleId = await fixtures.rule({ type: 'opened' }, [{ type: 'tag', tagId: fixtures.tagId.vip }], {
    name: 'Primeira',
  });
});

const call = async <T>(who: PersonName | undefined, method: string, path: string, body?: unknown) =>
  (await fixtures.testApp.as(who)).json<T & { error?: string; fields?: Record<string, string> }>(
    method,
    path,
    body,
  );

const input = () => ({
  name: 'Urgentes',
  happening: { type: 'words', words: ['urgente'] },
  actions: [
    { type: 'queue', queueId: fixtures.testApp.people.queueId.Vendas },
    { type: 'tag', tagId: fixtures.tagId.urgent },
  ] as unknown[],
});

describe('rules over JSON', () => {
  test('are created, listed, changed, moved and deleted, notifying administrators', async () => {
    const received = await fixtures.testApp.listenAs('ana');
    const deaf = await fixtures.testApp.listenAs('rui');
    const made = await call<RuleView>('ana', 'POST', '/rules', input());
    expect(made.body).toMatchObject({
      name: 'Urgentes',
      isActive: true,
      happening: { type: 'words', words: ['urgente'], queueId: null, connectionId: null },
      actions: [
        { type: 'queue', name: 'Vendas' },
        { type: 'tag', name: 'Urgente' },
      ],
      runs: 0,
    });
    const { id } = made.body;
    const changed = await call<RuleView>('ana', 'PUT', `/rules/${id}`, { isActive: false });
    expect(changed.body).toEqual({ ...made.body, isActive: false, updatedAt: changed.body.updatedAt });
    const moved = await call<RuleView[]>('ana', 'POST', `/rules/${id}/move`, { to: 'up' });
    expect(moved.body.map(({ name }) => name)).toEqual(['Urgentes', 'Primeira']);
    const still = await call<RuleView[]>('ana', 'POST', `/rules/${id}/move`, { to: 'up' });
    expect(still.body.map(({ name }) => name)).toEqual(['Urgentes', 'Primeira']);
    expect((await call('ana', 'DELETE', `/rules/${id}`)).status).toBe(200);
    expect((await call('ana', 'GET', `/rules/${id}`)).body.error).toBe('ERR_NO_RULE_FOUND');
    await fixtures.testApp.settle();
    const actions = received
      .filter(({ channel }) => channel === 'rule')
      .map(({ data }) => (data as { action: string }).action);
    expect(actions).toEqual(['create', 'update', 'update', 'delete']);
    expect(deaf.filter(({ channel }) => channel === 'rule')).toEqual([]);
  });

  test.each([
    [undefined, 401],
    ['bia', 403],
    ['rui', 403],
    ['ana', 200],
  ] as const)('%p gets %p', async (who, status) => {
    expect((await call(who, 'GET', '/rules')).status).toBe(status);
    expect((await call(who, 'POST', '/rules', input())).status).toBe(status);
    expect((await call(who, 'PUT', `/rules/${ruleId}`, { name: 'Outra' })).status).toBe(status);
    expect((await call(who, 'GET', `/rules/${ruleId}/trial`)).status).toBe(status);
    expect((await call(who, 'DELETE', `/rules/${ruleId}`)).status).toBe(status);
  });

  test('are neither visible nor changeable for another company', async () => {
    expect((await call<RuleView[]>('davi', 'GET', '/rules')).body).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/trial'],
    ] as const)
      expect(
        (await call('davi', method, `/rules/${ruleId}${path}`, method === 'PUT' ? {} : undefined)).status,
      ).toBe(404);
  });

  test('report the invalid field', async () => {
    const { bia } = fixtures.testApp.people.userId;
    const { Suporte } = fixtures.testApp.people.queueId;
    const own = await fixtures.quick({ shortcode: 'minha', message: 'x', isGeneral: false });
    const happening = { type: 'words', words: ['oi'] };
    const table: [change: Record<string, unknown>, field: string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'Primeira' }, 'name'],
      [{ actions: [] }, 'actions'],
      [{ actions: Array(6).fill({ type: 'note', note: 'uma nota' }) }, 'actions'],
      [{ happening: { type: 'words', words: [] } }, 'happening.words'],
      [{ happening: { type: 'words', words: ['?!'] } }, 'happening.words.0'],
      [{ happening: { type: 'words', words: Array(21).fill('oi') } }, 'happening.words'],
      [{ happening: { type: 'waiting', minutes: 0 } }, 'happening.minutes'],
      [{ happening: { type: 'tag', tagId: 9_999 } }, 'happening.tagId'],
      [{ happening: { ...happening, queueId: 9_999 } }, 'happening.queueId'],
      [{ happening: { ...happening, connectionId: 9_999 } }, 'happening.connectionId'],
      [{ happening: { type: 'never' } }, 'happening.type'],
      [{ actions: [{ type: 'queue', queueId: 9_999 }] }, 'actions.0.queueId'],
      [{ actions: [{ type: 'person', userId: 9_999 }] }, 'actions.0.userId'],
      [{ actions: [{ type: 'tag', tagId: 9_999 }] }, 'actions.0.tagId'],
      [{ actions: [{ type: 'quickMessage', quickMessageId: 9_999 }] }, 'actions.0.quickMessageId'],
      [{ actions: [{ type: 'quickMessage', quickMessageId: own }] }, 'actions.0.quickMessageId'],
      [{ actions: [{ type: 'note', note: ' ' }] }, 'actions.0.note'],
      [{ actions: [{ type: 'snooze', minutes: 1e6 }] }, 'actions.0.minutes'],
      [
        { happening: { ...happening, queueId: Suporte }, actions: [{ type: 'person', userId: bia }] },
        'actions.0.userId',
      ],
      [
        {
          actions: [
            { type: 'queue', queueId: Suporte },
            { type: 'person', userId: bia },
          ],
        },
        'actions.1.userId',
      ],
    ];
    for (const [change, field] of table) {
      const { status, body } = await call('ana', 'POST', '/rules', { ...input(), ...change });
      expect({ change, status, fields: Object.keys(body.fields ?? {}) }).toEqual({
        change,
        status: 400,
        fields: [field],
      });
    }
    expect((await call<RuleView[]>('ana', 'GET', '/rules')).body).toHaveLength(1);
  });

  test('treat a disabled user as missing', async () => {
    const { caio } = fixtures.testApp.people.userId;
    const disable = (disabledAt: Date | null) =>
      fixtures.scope.write((tx) => tx.db.update(users).set({ disabledAt }).where(eq(users.id, caio)));
    await disable(new Date());
    const { body } = await call('ana', 'POST', '/rules', {
      ...input(),
      actions: [{ type: 'person', userId: caio }],
    });
    await disable(null);
    expect(Object.keys(body.fields ?? {})).toEqual(['actions.0.userId']);
  });

  test(`are limited to ${MAX_RULES}`, async () => {
    for (let n = 1; n < MAX_RULES; n += 1)
      await fixtures.rule({ type: 'opened' }, [{ type: 'note', note: 'nota' }]);
    const { status, body } = await call('ana', 'POST', '/rules', input());
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['form']]);
  });

  test('count runs of the last seven days', async () => {
    await fixtures.receiveText('oi');
    const runs = async () => (await call<RuleView>('ana', 'GET', `/rules/${ruleId}`)).body.runs;
    expect(await runs()).toBe(1);
    fixtures.testApp.clock.now = new Date(fixtures.testApp.clock.now.getTime() + 8 * 86_400_000);
    expect(await runs()).toBe(0);
  });
});

describe('rule trial', () => {
  const trialOf = async (id: number) => (await call<RuleTrialView>('ana', 'GET', `/rules/${id}/trial`)).body;

  test('lists recent tickets on which each kind would have run, changing nothing', async () => {
    await call('ana', 'PUT', `/rules/${ruleId}`, { isActive: false });
    const ticketId = await fixtures.receiveText('é Urgentíssimo, digo: URGENTE');
    const group = await fixtures.receiveText('urgente', { group: true });
    await fixtures.scope.write((tx) =>
      tx.db.run(`insert into ticket_tags (ticket_id, tag_id) values (${ticketId}, ${fixtures.tagId.vip})`),
    );
    fixtures.testApp.clock.advance(20 * 60_000);
    const off = { isActive: false };
    const note = [{ type: 'note' as const, note: 'nota' }];
    const before = await fixtures.history(ticketId);
    const found = async (options: Parameters<typeof fixtures.rule>[0]) =>
      (await trialOf(await fixtures.rule(options, note, off))).tickets.map(({ id }) => id);
    expect(await trialOf(ruleId)).toMatchObject({ looked: 2 });
    expect((await found({ type: 'opened' })).sort()).toEqual([ticketId, group].sort());
    expect(await found({ type: 'words', words: ['urgente'] })).toEqual([ticketId]);
    expect(await found({ type: 'words', words: ['urg'] })).toEqual([]);
    expect(await found({ type: 'tag', tagId: fixtures.tagId.vip })).toEqual([ticketId]);
    expect((await found({ type: 'waiting', minutes: 15 })).sort()).toEqual([ticketId, group].sort());
    expect(await found({ type: 'waiting', minutes: 30 })).toEqual([]);
    expect(await found({ type: 'opened', queueId: fixtures.testApp.people.queueId.Vendas })).toEqual([]);
    expect(await fixtures.history(ticketId)).toEqual(before);
  });
});

describe('rules page', () => {
  test('describes each rule in a sentence and marks missing targets', async () => {
    await fixtures.rule(
      { type: 'words', words: ['boleto', 'segunda via'], queueId: fixtures.testApp.people.queueId.Suporte },
      [
        { type: 'queue', queueId: fixtures.testApp.people.queueId.Vendas },
        { type: 'tag', tagId: fixtures.tagId.urgent },
        { type: 'snooze', minutes: 1 },
      ],
    );
    await deleteTag(fixtures.scope, { tagId: fixtures.tagId.urgent });
    const { text } = await (await fixtures.testApp.as('ana')).page('/rules');
    expect(text).toContain(
      'Quando a mensagem do cliente contém “boleto”, “segunda via” na fila Suporte, então mover para a fila Vendas, adicionar a tag (não existe mais), adiar por 1 minuto.',
    );
    expect(text).toContain('1 parte não existe mais e é ignorada');
    expect((await (await fixtures.testApp.as('rui')).page('/rules')).status).toBe(403);
  });

  test('leads from the number of runs to the tickets of the last seven days', async () => {
    await fixtures.receiveText('oi');
    const ana = await fixtures.testApp.as('ana');
    const tickets = async () =>
      (await ana.part('GET', `/rules/${ruleId}/runs`)).text.match(/href="\/tickets\//g);
    expect((await ana.page('/rules')).text).toContain(`/rules/${ruleId}/runs`);
    expect(await tickets()).toHaveLength(1);
    fixtures.testApp.clock.now = new Date(fixtures.testApp.clock.now.getTime() + 8 * 86_400_000);
    expect((await ana.page('/rules')).text).not.toContain(`/rules/${ruleId}/runs`);
    expect(await tickets()).toBeNull();
    for (const [who, status] of [
      ['rui', 403],
      ['davi', 404],
    ] as const)
      expect((await (await fixtures.testApp.as(who)).part('GET', `/rules/${ruleId}/runs`)).status).toBe(
        status,
      );
  });

  test('returns the dialog with input and messages beside the fields', async () => {
    const ana = await fixtures.testApp.as('ana');
    const form = { name: 'Urgentes', when: 'words', words: 'urgente, ?!', do: 'tag', value: '' };
    const reply = await ana.part('POST', '/rules', form);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('value="urgente, ?!"');
    expect(reply.text).toContain('Use letras ou números');
    expect(reply.text).toMatch(/id="rule-value-0-error"/);
    const good = await ana.part('POST', '/rules', {
      ...form,
      words: 'urgente',
      value: String(fixtures.tagId.vip),
    });
    expect(good.status).toBe(204);
    expect(good.headers.get('HX-Trigger')).toContain('refresh:rule');
  });

  test('rerenders a draft with the fields of each choice', async () => {
    const ana = await fixtures.testApp.as('ana');
    const form = { name: 'x', when: 'waiting', do: 'queue', value: '7' };
    const waiting = await ana.part('POST', '/rules/draft', form);
    expect(waiting.text).toContain('name="minutes"');
    const rows = async (query: string) =>
      (await ana.part('POST', `/rules/draft?${query}`, form)).text.match(/name="do"/g)?.length ?? 0;
    expect([await rows('add=1'), await rows('remove=0'), await rows('changed=0')]).toEqual([2, 0, 1]);
    const gone = await ana.part('POST', '/rules/draft', form);
    expect(gone.text).toContain('(não existe mais)');
    expect((await ana.part('POST', '/rules/draft?changed=0', form)).text).not.toContain('(não existe mais)');
  });

  test('disables and enables a rule', async () => {
    const ana = await fixtures.testApp.as('ana');
    for (const isActive of [false, true]) {
      await ana.part('PUT', `/rules/${ruleId}/active`, { isActive: String(isActive) });
      expect((await ana.json<RuleView>('GET', `/rules/${ruleId}`)).body.isActive).toBe(isActive);
    }
  });

  test('shows what a rule did in the history, in the reader’s language', async () => {
    const ticketId = await fixtures.receiveText('oi');
    const { uuid } = await fixtures.ticket(ticketId);
    const { text } = await (await fixtures.testApp.as('ana')).page('/audit/tickets');
    expect(text).toContain('Regra &quot;Primeira&quot;: tag VIP');
    const history = await (await fixtures.testApp.as('ana')).part('GET', `/tickets/${uuid}/story`);
    expect(history.text).toContain('tag VIP');
  });
});
