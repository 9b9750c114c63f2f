import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tags } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { createTag } from './tags.service.ts';

let testApp: TestApp;
let urgent: number;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(tags));
  urgent = (await createTag(scope, { name: 'Urgente', color: '#B80000', kanban: false })).id;
  await testApp.settle();
});

type Scenario = {
  name: string;
  as?: PersonName;
  method: string;
  path: () => string;
  body?: unknown;
  status: number;
  contains?: unknown;
  received?: unknown[];
};

const created = { name: 'Garantia', color: '#004DCF' };

const scenarios: Scenario[] = [
  {
    name: 'unauthenticated: 401',
    method: 'GET',
    path: () => '/tags',
    status: 401,
    contains: { error: 'ERR_SESSION_EXPIRED' },
  },
  {
    name: 'an agent lists tags',
    as: 'bia',
    method: 'GET',
    path: () => '/tags/',
    status: 200,
    contains: { count: 1, hasMore: false },
  },
  {
    name: 'the list is searched without accents and case',
    as: 'bia',
    method: 'GET',
    path: () => '/tags?searchParam=URGÊN',
    status: 200,
    contains: { count: 1 },
  },
  {
    name: 'a percent sign is a letter like others',
    as: 'bia',
    method: 'GET',
    path: () => '/tags?searchParam=%25',
    status: 200,
    contains: { count: 0 },
  },
  { name: 'the picker gets a plain array', as: 'bia', method: 'GET', path: () => '/tags/list', status: 200 },
  {
    name: 'one tag',
    as: 'bia',
    method: 'GET',
    path: () => `/tags/${urgent}`,
    status: 200,
    contains: { name: 'Urgente', kanban: 0, ticketsCount: 0 },
  },
  {
    name: 'unknown id: 404',
    as: 'bia',
    method: 'GET',
    path: () => '/tags/999',
    status: 404,
    contains: { error: 'ERR_NO_TAG_FOUND' },
  },
  { name: 'malformed id: 404', as: 'bia', method: 'GET', path: () => '/tags/abc', status: 404 },
  {
    name: 'an agent makes a tag while they work',
    as: 'bia',
    method: 'POST',
    path: () => '/tags',
    body: created,
    status: 200,
    contains: created,
    received: ['create'],
  },
  {
    name: 'an agent may not create a board column',
    as: 'bia',
    method: 'POST',
    path: () => '/tags',
    body: { ...created, kanban: 1 },
    status: 403,
    contains: { error: 'ERR_NO_PERMISSION' },
    received: [],
  },
  {
    name: 'a supervisor may create a board column',
    as: 'rui',
    method: 'POST',
    path: () => '/tags',
    body: { ...created, kanban: 1 },
    status: 200,
    contains: { kanban: 1 },
    received: ['create'],
  },
  {
    name: 'a name of two letters',
    as: 'ana',
    method: 'POST',
    path: () => '/tags',
    body: { name: 'ab' },
    status: 400,
    contains: { error: 'Mensagem muito curta' },
    received: [],
  },
  {
    name: 'no name',
    as: 'ana',
    method: 'POST',
    path: () => '/tags',
    body: {},
    status: 400,
    contains: { error: 'Obrigatório' },
    received: [],
  },
  {
    name: 'a colour that nobody has chosen, as existing clients send it',
    as: 'bia',
    method: 'POST',
    path: () => '/tags',
    body: { name: 'Sem cor', color: '', kanban: 0 },
    status: 200,
    contains: { name: 'Sem cor', color: '#A4CCCC' },
  },
  {
    name: 'a colour that is none',
    as: 'ana',
    method: 'POST',
    path: () => '/tags',
    body: { name: 'Garantia', color: 'red;}' },
    status: 400,
    contains: { error: 'Escolha uma cor' },
    received: [],
  },
  {
    name: 'a name that is taken',
    as: 'ana',
    method: 'POST',
    path: () => '/tags',
    body: { name: 'URGENTE', color: '#010203' },
    status: 400,
    contains: { fields: { name: 'Já existe uma tag com este nome.' } },
    received: [],
  },
  {
    name: 'a name that is known, and nothing else asked for, is that tag',
    as: 'bia',
    method: 'POST',
    path: () => '/tags',
    body: { name: 'urgente' },
    status: 200,
    contains: { name: 'Urgente' },
    received: [],
  },
  {
    name: 'no JSON at all',
    as: 'ana',
    method: 'POST',
    path: () => '/tags',
    body: 'x',
    status: 400,
    received: [],
  },
  {
    name: 'the supervisor renames',
    as: 'rui',
    method: 'PUT',
    path: () => `/tags/${urgent}`,
    body: { name: 'Pressa', color: '#B80000' },
    status: 200,
    contains: { name: 'Pressa' },
    received: ['update'],
  },
  {
    name: 'its own name is not taken',
    as: 'rui',
    method: 'PUT',
    path: () => `/tags/${urgent}`,
    body: { name: 'urgente', color: '#B80000' },
    status: 200,
    received: ['update'],
  },
  {
    name: 'an agent may not rename',
    as: 'bia',
    method: 'PUT',
    path: () => `/tags/${urgent}`,
    body: created,
    status: 403,
    received: [],
  },
  {
    name: 'an agent may not delete',
    as: 'bia',
    method: 'DELETE',
    path: () => `/tags/${urgent}`,
    status: 403,
    received: [],
  },
  {
    name: 'the administrator deletes',
    as: 'ana',
    method: 'DELETE',
    path: () => `/tags/${urgent}`,
    status: 200,
    contains: { message: 'Tag deleted' },
    received: ['delete'],
  },
  {
    name: 'another company sees none of it',
    as: 'davi',
    method: 'GET',
    path: () => `/tags/${urgent}`,
    status: 404,
    received: [],
  },
  {
    name: 'another company changes none of it',
    as: 'davi',
    method: 'PUT',
    path: () => `/tags/${urgent}`,
    body: created,
    status: 404,
    received: [],
  },
  {
    name: 'another company deletes none of it',
    as: 'davi',
    method: 'DELETE',
    path: () => `/tags/${urgent}`,
    status: 404,
    received: [],
  },
];

describe('tags API', () => {
  for (const scenario of scenarios) {
    test(scenario.name, async () => {
      const received = await testApp.listenAs('caio');
      const browser = await testApp.as(scenario.as);
      const reply = await browser.json(scenario.method, scenario.path(), scenario.body);
      await testApp.settle();
      expect(reply.status).toBe(scenario.status);
      if (scenario.contains) expect(reply.body).toMatchObject(scenario.contains as Record<string, unknown>);
      if (scenario.received) expect(actionsOf(received)).toEqual(scenario.received);
    });
  }

  test('counts pages from 1', async () => {
    const scope = await testApp.systemScope();
    for (let n = 10; n < 60; n += 1) await createTag(scope, { name: `Tag ${n}`, color: '#B80000' });
    const browser = await testApp.as('bia');
    const first = await browser.json<{ tags: { name: string }[]; hasMore: boolean }>(
      'GET',
      '/tags?pageNumber=1',
    );
    const second = await browser.json<{ tags: { name: string }[]; hasMore: boolean }>(
      'GET',
      '/tags?pageNumber=2',
    );
    expect(first.body.hasMore).toBe(true);
    expect(second.body.hasMore).toBe(false);
    const names = [...first.body.tags, ...second.body.tags].map((tag) => tag.name);
    expect(new Set(names).size).toBe(51);
  });
});

function actionsOf(received: LiveMessage[]): unknown[] {
  return received
    .filter((message) => message.channel === 'tag')
    .map((message) => (message.data as { action: string }).action);
}
