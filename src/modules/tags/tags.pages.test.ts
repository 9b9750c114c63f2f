import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { createTag } from './tags.service.ts';

let desk: TestDesk;
let urgent: number;

beforeAll(async () => {
  desk = await createTestDesk();
  const scope = await desk.systemScope();
  urgent = (await createTag(scope, { name: 'Urgente', color: '#b80000', kanban: false })).id;
  await createTag(scope, { name: '<img src=x onerror=alert(1)>', color: '#b80000', kanban: true });
});
afterAll(() => desk.stop());

describe('the tags page', () => {
  test('a stranger is led to the login', async () => {
    const reply = await (await desk.as()).page('/tags');
    expect(reply.status).toBe(303);
    expect(reply.headers.get('Location')).toBe('/login');
  });

  test('shows tags inside the layout, and hostile names as words', async () => {
    const { status, text } = await (await desk.as('ana')).page('/tags');
    expect(status).toBe(200);
    expect(text).toContain('<!doctype html>');
    expect(text).toContain('Urgente');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img src=x');
  });

  test('a part of it is rows alone', async () => {
    const { text } = await (await desk.as('ana')).part('GET', '/tags?searchParam=urg');
    expect(text).not.toContain('<html');
    expect(text).toContain('Urgente');
    expect(text).not.toContain('onerror');
  });

  test('says so when nothing is found', async () => {
    const { text } = await (await desk.as('ana')).part('GET', '/tags?searchParam=zzz');
    expect(text).toContain('Nenhum registro encontrado');
  });

  test('agents see no buttons that the policy refuses', async () => {
    const agent = await (await desk.as('bia')).page('/tags');
    expect(agent.text).not.toContain(`/tags/${urgent}/edit`);
    const supervisor = await (await desk.as('rui')).page('/tags');
    expect(supervisor.text).toContain(`/tags/${urgent}/edit`);
  });

  test('only who may decide about the board has its switch', async () => {
    expect((await (await desk.as('bia')).part('GET', '/tags/new')).text).not.toContain('name="kanban"');
    expect((await (await desk.as('rui')).part('GET', '/tags/new')).text).toContain('name="kanban"');
  });

  test('the last row of a page fetches the next one, behind itself', async () => {
    const scope = await desk.systemScope();
    for (let n = 100; n < 150; n += 1) await createTag(scope, { name: `Cliente ${n}`, color: '#b80000' });
    const browser = await desk.as('bia');
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

describe('the tag dialog', () => {
  test('a bad form comes back with its values and a message', async () => {
    const browser = await desk.as('ana');
    const reply = await browser.part('POST', '/tags', { name: 'ab', color: '#b80000', kanban: 'true' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Mensagem muito curta');
    expect(reply.text).toContain('value="ab"');
    expect(reply.text).toMatch(/name="kanban"[^>]*checked/);
  });

  test('a taken name is said beside the field', async () => {
    const reply = await (await desk.as('ana')).part('PUT', `/tags/${urgent}`, {
      name: '<IMG src=x onerror=alert(1)>',
      color: '#b80000',
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Já existe uma tag com este nome.');
    expect(reply.text).toContain('hx-put="/tags/');
  });

  test('a good one closes with a toast, and lists fetch again', async () => {
    const reply = await (await desk.as('ana')).part('POST', '/tags', { name: 'Promoção', color: '#b80000' });
    expect(reply.status).toBe(204);
    expect(JSON.parse(reply.headers.get('HX-Trigger') ?? '')).toEqual({
      'dialog:close': true,
      toast: { level: 'success', text: 'Tag criada com sucesso.' },
      'refresh:tag': true,
    });
  });

  test('a refusal is a toast, not a swap', async () => {
    const reply = await (await desk.as('bia')).part('DELETE', `/tags/${urgent}`);
    expect(reply.status).toBe(403);
    expect(reply.headers.get('HX-Reswap')).toBe('none');
    expect(reply.headers.get('HX-Trigger')).toContain('error');
  });

  test('a form from another site is refused', async () => {
    const browser = await desk.as('ana');
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
