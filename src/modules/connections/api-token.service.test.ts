import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTokens, sessions } from '@db/platform/schema/index.ts';
import { connections, prompts, queueIntegrations } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { sign } from '@/core/security/secrets.ts';
import { findByToken } from './api-token.service.ts';
import { hideToken } from './connections.schema.ts';
import type { ConnectionView } from './connections.views.ts';
import {
  AURORA,
  BOREAL,
  type ConnectionsFixture,
  openApp,
  type Person,
} from './connections-fixture.test-support.ts';

const TOKEN = 'segredo-do-sistema-da-loja';
const SHOWN = 'segr••••••••';

let fixture: ConnectionsFixture;
let id: number;

beforeEach(async () => {
  fixture = await openApp();
  id = await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
});
afterEach(() => fixture.close());

const ask = async (person: Person, method: string, path: string, json?: unknown) => {
  const reply = await fixture.ask(person, method, `/api/whatsapp${path}`, { json });
  return { status: reply.status, body: (await reply.json()) as ConnectionView & { fields?: object } };
};
const put = (body: object, person = fixture.ana) => ask(person, 'PUT', `/${id}`, body);
const find = (token: string) => findByToken(fixture.kernel, token);
const own = () => ({ companyId: AURORA, connectionId: id });

describe('API token over the JSON contract', () => {
  test('is set, looked up, replaced and shown only by its first characters', async () => {
    expect(await put({ token: TOKEN })).toMatchObject({ status: 200, body: { token: SHOWN } });
    expect(await find(TOKEN)).toEqual(own());
    expect((await ask(fixture.ana, 'GET', `/${id}?session=0`)).body.token).toBe(SHOWN);
    expect((await ask(fixture.bia, 'GET', `/${id}`)).body.token).toBe('');
    const next = 'outro-segredo-da-loja';
    expect((await put({ token: next })).body.token).toBe('outr••••••••');
    expect([await find(next), await find(TOKEN)]).toEqual([own(), undefined]);
  });

  test('of a forgotten connection is not that of a new one with its id', async () => {
    await put({ token: TOKEN });
    const next = { companyId: AURORA, connectionId: id + 1 };
    await fixture.kernel.platform.write((tx) => tx.update(apiTokens).set(next));
    expect(await find(TOKEN)).toEqual(next);
    const { body } = await ask(fixture.ana, 'POST', '', { name: 'Nova' });
    expect([body.id, await find(TOKEN)]).toEqual([id + 1, undefined]);
  });

  test('stays when omitted, empty or returned with the whole form', async () => {
    await put({ token: TOKEN });
    const { body: form } = await ask(fixture.ana, 'GET', `/${id}?session=0`);
    for (const body of [{ name: 'Loja' }, { token: '' }, { token: null }, form]) {
      expect((await put(body)).status).toBe(200);
      expect(await find(TOKEN)).toEqual(own());
    }
  });

  test('keeps prompt and integration that clients do not send', async () => {
    const scope = await fixture.system(AURORA);
    const row = { promptId: 7, integrationId: 8 };
    await scope.write(async (tx) => {
      await tx.db.insert(prompts).values({ id: 7, name: 'Modelo', prompt: 'Responda.' });
      await tx.db.insert(queueIntegrations).values({ id: 8, type: 'typebot', name: 'Fluxo' });
    });
    await scope.write((tx) => tx.db.update(connections).set(row).where(eq(connections.id, id)));
    expect((await put({ name: 'Loja', greetingMessage: 'Olá' })).body).toMatchObject(row);
  });

  test('requires reauthentication to change, but not when unchanged', async () => {
    await put({ token: TOKEN });
    await fixture.kernel.platform.write((tx) => tx.update(sessions).set({ provenAt: new Date(0) }));
    const fields = { name: 'Loja', token: 'outro-segredo-da-loja' };
    expect(await put(fields)).toMatchObject({ status: 403, body: { code: 'ERR_PROOF_REQUIRED' } });
    expect((await ask(fixture.ana, 'POST', '', { ...fields, name: 'Nova' })).status).toBe(403);
    expect(await find(fields.token)).toBeUndefined();
    expect((await put({ token: TOKEN })).status).toBe(200);
    expect((await put({ greetingMessage: 'Olá' })).status).toBe(200);
    expect(await find(TOKEN)).toEqual(own());
  });

  test('shorter than the minimum keeps working and shows administrators a warning', async () => {
    const page = async (person: Person) => (await fixture.ask(person, 'GET', '/connections')).text();
    await put({ token: TOKEN });
    const warning = 'curto demais';
    expect(await page(fixture.ana)).not.toContain(warning);
    const hash = sign(fixture.kernel.secrets.codes, 'api-token:ab');
    await fixture.kernel.platform.write((tx) =>
      tx
        .update(apiTokens)
        .set({ hash, prefix: hideToken('ab') })
        .where(eq(apiTokens.connectionId, id)),
    );
    expect(await find('ab')).toEqual(own());
    expect(await page(fixture.ana)).toContain(warning);
    expect(await page(fixture.bia)).not.toContain(warning);
    await put({ token: TOKEN });
    expect([await find('ab'), (await page(fixture.ana)).includes(warning)]).toEqual([undefined, false]);
  });

  test('needs twenty characters and is unique across companies', async () => {
    for (const token of ['x', 'dezenove-caracteres'])
      expect(await put({ token })).toMatchObject({
        status: 400,
        body: { fields: { token: 'Muito curto: são necessários pelo menos 20 caracteres' } },
      });
    await put({ token: TOKEN });
    await put({ token: TOKEN });
    const other = await fixture.addConnection(BOREAL, { name: 'Outra' });
    const taken = await ask(fixture.davi, 'PUT', `/${other}`, { name: 'Renomeada', token: TOKEN });
    expect(taken).toMatchObject({ status: 400, body: { fields: { token: expect.any(String) } } });
    expect(await find(TOKEN)).toEqual(own());
    expect((await ask(fixture.davi, 'GET', `/${other}`)).body.name).toBe('Outra');
  });

  test('is created and deleted with its connection', async () => {
    const { body } = await ask(fixture.ana, 'POST', '', { name: 'Nova', token: TOKEN });
    expect(await find(TOKEN)).toEqual({ companyId: AURORA, connectionId: body.id });
    await ask(fixture.ana, 'DELETE', `/${body.id}`);
    expect(await find(TOKEN)).toBeUndefined();
  });

  test('does not match when empty or masked', async () => {
    for (const token of ['', '••••••••', SHOWN]) expect(await find(token)).toBeUndefined();
  });

  test('cannot be guessed because attempts are rate limited', async () => {
    for (let n = 0; n < 20; n += 1) await put({ token: `palpite-de-vinte-letras-${n}` });
    expect((await put({ token: 'palpite-de-vinte-letras-20' })).status).toBe(429);
    expect((await put({ name: 'Loja' })).status).toBe(200);
  });

  test('is not stored in plain text on disk', async () => {
    await put({ token: TOKEN });
    const folder = fixture.kernel.config.dataDir;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const bytes = files.map((one) => readFileSync(join(one.parentPath, one.name)));
    expect(bytes.some((file) => file.includes('segr•'))).toBe(true);
    expect(bytes.some((file) => file.includes(TOKEN))).toBe(false);
  });
});

describe('API token on the connections page', () => {
  const shownIn = (html: string) => /<output[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
  const dialog = async () =>
    (await fixture.ask(fixture.ana, 'GET', `/connections/${id}/edit`, { partial: true })).text();
  const renew = async () =>
    (await fixture.ask(fixture.ana, 'POST', `/connections/${id}/token`, { form: {} })).text();

  test('is created and renewed, shown once, and replaces the old one', async () => {
    expect(await dialog()).toContain('Nenhum');
    const html = await renew();
    const token = shownIn(html);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(html).toContain(`data-copy="${token}"`);
    expect(await find(token)).toEqual(own());
    expect(await dialog()).not.toContain(token);
    const next = shownIn(await renew());
    expect([await find(token), await find(next)]).toEqual([undefined, own()]);
  });

  test('is neither visible to agents nor renewed by them', async () => {
    const reply = await fixture.ask(fixture.bia, 'POST', `/connections/${id}/token`, { form: {} });
    expect(reply.status).toBe(403);
    expect(await find('')).toBeUndefined();
  });
});
