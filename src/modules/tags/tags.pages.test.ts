import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createTag } from './tags.service.ts';

let testApp: TestApp;
let urgent: number;

beforeAll(async () => {
  testApp = await createTestApp();
  const scope = await testApp.systemScope();
  urgent = (await createTag(scope, { name: 'Urgente', color: '#b80000', kanban: false })).id;
  await createTag(scope, { name: '<img src=x onerror=alert(1)>', color: '#b80000', kanban: true });
});
afterAll(() => testApp.stop());

describe('tags page', () => {
  test('redirects an unauthenticated client to the login', async () => {
    const reply = await (await testApp.as()).page('/tags');
    expect(reply.status).toBe(303);
    expect(reply.headers.get('Location')).toBe('/login');
  });

  test('renders tags inside the layout and escapes hostile names', async () => {
    const { status, text } = await (await testApp.as('ana')).page('/tags');
    expect(status).toBe(200);
    expect(text).toContain('<!doctype html>');
    expect(text).toContain('Urgente');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img src=x');
  });

  test('returns only rows for a fragment request', async () => {
    const { text } = await (await testApp.as('ana')).part('GET', '/tags?searchParam=urg');
    expect(text).not.toContain('<html');
    expect(text).toContain('Urgente');
    expect(text).not.toContain('onerror');
  });

  test('shows a message when nothing is found', async () => {
    const { text } = await (await testApp.as('ana')).part('GET', '/tags?searchParam=zzz');
    expect(text).toContain('Nenhum registro encontrado');
  });

  test('hides buttons from agents that the policy refuses', async () => {
    const agent = await (await testApp.as('bia')).page('/tags');
    expect(agent.text).not.toContain(`/tags/${urgent}/edit`);
    const supervisor = await (await testApp.as('rui')).page('/tags');
    expect(supervisor.text).toContain(`/tags/${urgent}/edit`);
  });

  test('shows the board switch only to those who may manage the board', async () => {
    expect((await (await testApp.as('bia')).part('GET', '/tags/new')).text).not.toContain('name="kanban"');
    expect((await (await testApp.as('rui')).part('GET', '/tags/new')).text).toContain('name="kanban"');
  });

  test('fetches the next page from the last row', async () => {
    const scope = await testApp.systemScope();
    for (let n = 100; n < 150; n += 1) await createTag(scope, { name: `Cliente ${n}`, color: '#b80000' });
    const browser = await testApp.as('bia');
    const first = await browser.part('GET', '/tags?searchParam=cliente');
    const next = /hx-get="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&');
    const last = (await scope.db.query.tags.findMany()).find(({ name }) => name === 'Cliente 139');
    expect(next).toBe(`/tags?searchParam=cliente&after=${last?.id}`);
    const second = await browser.part('GET', next ?? '');
    expect(second.text).toContain('Cliente 140');
    expect(second.text).not.toContain('Cliente 139');
    expect(second.text).not.toContain('hx-get="/tags?');
  });
});

describe('tag dialog', () => {
  test('redisplays an invalid form with its values and a message', async () => {
    const browser = await testApp.as('ana');
    const reply = await browser.part('POST', '/tags', { name: 'ab', color: '#b80000', kanban: 'true' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Mensagem muito curta');
    expect(reply.text).toContain('value="ab"');
    expect(reply.text).toMatch(/name="kanban"[^>]*checked/);
  });

  test('shows a duplicate name error beside the field', async () => {
    const reply = await (await testApp.as('ana')).part('PUT', `/tags/${urgent}`, {
      name: '<IMG src=x onerror=alert(1)>',
      color: '#b80000',
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Já existe uma tag com este nome.');
    expect(reply.text).toContain('hx-put="/tags/');
  });

  test('closes with a toast and refreshes lists after a valid submission', async () => {
    const reply = await (await testApp.as('ana')).part('POST', '/tags', {
      name: 'Promoção',
      color: '#b80000',
    });
    expect(reply.status).toBe(204);
    expect(JSON.parse(reply.headers.get('HX-Trigger') ?? '')).toEqual({
      'dialog:close': true,
      toast: { level: 'success', text: 'Tag criada com sucesso.' },
      'refresh:tag': true,
    });
  });

  test('shows a refusal as a toast without a swap', async () => {
    const reply = await (await testApp.as('bia')).part('DELETE', `/tags/${urgent}`);
    expect(reply.status).toBe(403);
    expect(reply.headers.get('HX-Reswap')).toBe('none');
    expect(reply.headers.get('HX-Trigger')).toContain('error');
  });

  test('rejects a cross-site form', async () => {
    const browser = await testApp.as('ana');
    const response = await browser.raw('/tags', {
      method: 'POST',
      headers: {
        Origin: 'https://evil.example',
        Accept: 'text/html',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'name=Intruso',
    });
    expect(response.status).toBe(403);
  });
});
