import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTokens, sessions } from '@db/platform/schema/index.ts';
import { connections } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { sign } from '@/kernel/secrets.ts';
import { findByToken } from './api-token.ts';
import { hideToken } from './connections.schema.ts';
import type { ConnectionView } from './connections.views.ts';
import { AURORA, BOREAL, type ConnectionsDesk, openDesk, type Person } from './desk.test-support.ts';

const TOKEN = 'segredo-do-sistema-da-loja';
const SHOWN = 'segr••••••••';

let desk: ConnectionsDesk;
let id: number;

beforeEach(async () => {
  desk = await openDesk();
  id = await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
});
afterEach(() => desk.close());

const ask = async (person: Person, method: string, path: string, json?: unknown) => {
  const reply = await desk.ask(person, method, `/api/whatsapp${path}`, { json });
  return { status: reply.status, body: (await reply.json()) as ConnectionView & { fields?: object } };
};
const put = (body: object, person = desk.ana) => ask(person, 'PUT', `/${id}`, body);
const find = (token: string) => findByToken(desk.kernel, token);
const own = () => ({ companyId: AURORA, connectionId: id });

describe('a token of the contract', () => {
  test('is set, found by, and read by its beginning only', async () => {
    expect(await put({ token: TOKEN })).toMatchObject({ status: 200, body: { token: SHOWN } });
    expect(await find(TOKEN)).toEqual(own());
    expect((await ask(desk.ana, 'GET', `/${id}?session=0`)).body.token).toBe(SHOWN);
    expect((await ask(desk.bia, 'GET', `/${id}`)).body.token).toBe('');
    const next = 'outro-segredo-da-loja';
    expect((await put({ token: next })).body.token).toBe('outr••••••••');
    expect([await find(next), await find(TOKEN)]).toEqual([own(), undefined]);
  });

  test('stays when a client leaves it out, empties it, or sends the whole form back', async () => {
    await put({ token: TOKEN });
    const { body: form } = await ask(desk.ana, 'GET', `/${id}?session=0`);
    for (const body of [{ name: 'Loja' }, { token: '' }, { token: null }, form]) {
      expect((await put(body)).status).toBe(200);
      expect(await find(TOKEN)).toEqual(own());
    }
  });

  test('so do prompt and integration, which clients do not send back', async () => {
    const scope = await desk.system(AURORA);
    const row = { promptId: 7, integrationId: 8 };
    await scope.write((tx) => tx.db.update(connections).set(row).where(eq(connections.id, id)));
    expect((await put({ name: 'Loja', greetingMessage: 'Olá' })).body).toMatchObject(row);
  });

  test('takes a fresh proof to change, and none where it stays', async () => {
    await put({ token: TOKEN });
    await desk.kernel.platform.write((tx) => tx.update(sessions).set({ provenAt: new Date(0) }));
    const fields = { name: 'Loja', token: 'outro-segredo-da-loja' };
    expect(await put(fields)).toMatchObject({ status: 403, body: { code: 'ERR_PROOF_REQUIRED' } });
    expect((await ask(desk.ana, 'POST', '', { ...fields, name: 'Nova' })).status).toBe(403);
    expect(await find(fields.token)).toBeUndefined();
    expect((await put({ token: TOKEN })).status).toBe(200);
    expect((await put({ greetingMessage: 'Olá' })).status).toBe(200);
    expect(await find(TOKEN)).toEqual(own());
  });

  test('that was set when two letters were enough works on, and administrators are warned of it', async () => {
    const page = async (person: Person) => (await desk.ask(person, 'GET', '/connections')).text();
    await put({ token: TOKEN });
    const warning = 'curto demais';
    expect(await page(desk.ana)).not.toContain(warning);
    const hash = sign(desk.kernel.secrets.codes, 'api-token:ab');
    await desk.kernel.platform.write((tx) =>
      tx
        .update(apiTokens)
        .set({ hash, prefix: hideToken('ab') })
        .where(eq(apiTokens.connectionId, id)),
    );
    expect(await find('ab')).toEqual(own());
    expect(await page(desk.ana)).toContain(warning);
    expect(await page(desk.bia)).not.toContain(warning);
    await put({ token: TOKEN });
    expect([await find('ab'), (await page(desk.ana)).includes(warning)]).toEqual([undefined, false]);
  });

  test('has twenty characters at least, and belongs to one connection of the whole desk', async () => {
    for (const token of ['x', 'dezenove-caracteres'])
      expect(await put({ token })).toMatchObject({
        status: 400,
        body: { fields: { token: 'Muito curto: são necessários pelo menos 20 caracteres' } },
      });
    await put({ token: TOKEN });
    await put({ token: TOKEN });
    const other = await desk.addConnection(BOREAL, { name: 'Outra' });
    const taken = await ask(desk.davi, 'PUT', `/${other}`, { name: 'Renomeada', token: TOKEN });
    expect(taken).toMatchObject({ status: 400, body: { fields: { token: expect.any(String) } } });
    expect(await find(TOKEN)).toEqual(own());
    expect((await ask(desk.davi, 'GET', `/${other}`)).body.name).toBe('Outra');
  });

  test('comes with a new connection, and goes with it', async () => {
    const { body } = await ask(desk.ana, 'POST', '', { name: 'Nova', token: TOKEN });
    expect(await find(TOKEN)).toEqual({ companyId: AURORA, connectionId: body.id });
    await ask(desk.ana, 'DELETE', `/${body.id}`);
    expect(await find(TOKEN)).toBeUndefined();
  });

  test('an empty one opens nothing, though connections have none', async () => {
    for (const token of ['', '••••••••', SHOWN]) expect(await find(token)).toBeUndefined();
  });

  test('cannot be looked for by trying', async () => {
    for (let n = 0; n < 20; n += 1) await put({ token: `palpite-de-vinte-letras-${n}` });
    expect((await put({ token: 'palpite-de-vinte-letras-20' })).status).toBe(429);
    expect((await put({ name: 'Loja' })).status).toBe(200);
  });

  test('is nowhere on disk', async () => {
    await put({ token: TOKEN });
    const folder = desk.kernel.config.dataDir;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const bytes = files.map((one) => readFileSync(join(one.parentPath, one.name)));
    expect(bytes.some((file) => file.includes('segr•'))).toBe(true);
    expect(bytes.some((file) => file.includes(TOKEN))).toBe(false);
  });
});

describe('on our own screens', () => {
  const shownIn = (html: string) => /<output[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
  const dialog = async () =>
    (await desk.ask(desk.ana, 'GET', `/connections/${id}/edit`, { partial: true })).text();
  const renew = async () =>
    (await desk.ask(desk.ana, 'POST', `/connections/${id}/token`, { form: {} })).text();

  test('it is made and renewed, shown once, and the old one ends', async () => {
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

  test('agents neither see nor renew it', async () => {
    const reply = await desk.ask(desk.bia, 'POST', `/connections/${id}/token`, { form: {} });
    expect(reply.status).toBe(403);
    expect(await find('')).toBeUndefined();
  });
});
