import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import { type App, createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createDesk, type Desk } from '@/deps.ts';
import { createLog } from '@/kernel/log.ts';
import { systemScope } from '@/kernel/scope.ts';
import { ensureAdmin } from './first-start.ts';
import { offerSetUp, setUp } from './set-up.ts';

const ORIGIN = 'http://desk.test';
const FORM = {
  companyName: 'Padaria',
  name: 'Ana',
  email: 'Ana@Padaria.test',
  password: 'uma senha bem comprida',
};

let open: { desk: Desk; dataDir: string } | undefined;
afterEach(async () => {
  await open?.desk.stop();
  if (open) rmSync(open.dataDir, { recursive: true, force: true });
  open = undefined;
});

async function fresh(env: Record<string, string> = {}): Promise<{ desk: Desk; app: App }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-setup-'));
  const desk = await createDesk(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', ...env }), {
    log: createLog('silent'),
    createWhatsApp: createFakeWhatsApp,
  });
  open = { desk, dataDir };
  return { desk, app: createApp(desk.kernel) };
}

const send = (app: App, path: string, form?: Record<string, string>) =>
  Promise.resolve(
    app.fetch(
      new Request(`${ORIGIN}${path}`, {
        method: form ? 'POST' : 'GET',
        headers: { Host: 'desk.test', Origin: ORIGIN, Accept: 'text/html' },
        body: form && new URLSearchParams(form),
      }),
    ),
  );
const companiesOf = (desk: Desk) => desk.kernel.platform.db.query.companies.findMany();

describe('the set-up link', () => {
  test('makes the first company and a session, once', async () => {
    const { desk, app } = await fresh();
    const secret = await offerSetUp(desk.kernel);
    expect((await send(app, `/setup/${secret}`)).status).toBe(200);
    const reply = await send(app, `/setup/${secret}`, FORM);
    expect(reply.status).toBe(303);
    expect(reply.headers.get('set-cookie')).toMatch(/sid=.*HttpOnly/);
    expect(await companiesOf(desk)).toMatchObject([
      { name: 'Padaria', email: 'ana@padaria.test', status: true },
    ]);
    for (const form of [undefined, FORM])
      expect((await send(app, `/setup/${secret}`, form)).status).toBe(403);
    expect(await offerSetUp(desk.kernel)).toBeUndefined();
    expect(await companiesOf(desk)).toHaveLength(1);
  });

  test('its owner hears of every ticket that waits', async () => {
    const { desk, app } = await fresh();
    await send(app, `/setup/${await offerSetUp(desk.kernel)}`, FORM);
    const [company] = await companiesOf(desk);
    const scope = await systemScope(desk.kernel, company?.id ?? 0);
    expect(await scope.db.query.users.findMany()).toMatchObject([{ profile: 'admin', allTicket: true }]);
  });

  test('opened twice at the same moment makes one company, and its owner can work', async () => {
    const { desk, app } = await fresh();
    const secret = await offerSetUp(desk.kernel);
    const replies = await Promise.all([
      send(app, `/setup/${secret}`, FORM),
      send(app, `/setup/${secret}`, { ...FORM, email: 'other@padaria.test', companyName: 'Outra' }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([303, 403]);
    expect(await companiesOf(desk)).toHaveLength(1);
    const winner = replies.find((reply) => reply.status === 303);
    const cookie = /sid=[^;]+/.exec(winner?.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const me = await app.fetch(
      new Request(`${ORIGIN}/auth/me`, { headers: { Host: 'desk.test', Cookie: cookie } }),
    );
    expect(await me.json()).toMatchObject({ profile: 'admin', super: true });
  });

  test('that is wrong, old or empty opens nothing', async () => {
    const { desk, app } = await fresh();
    const old = await offerSetUp(desk.kernel);
    const secret = await offerSetUp(desk.kernel);
    for (const wrong of [old, 'x', '%00', `${secret}x`, '%20']) {
      expect([wrong, (await send(app, `/setup/${wrong}`)).status]).toEqual([wrong, 403]);
      expect([wrong, (await send(app, `/setup/${wrong}`, FORM)).status]).toEqual([wrong, 403]);
    }
    expect(await companiesOf(desk)).toEqual([]);
  });

  test('is stored as a fingerprint only', async () => {
    const { desk } = await fresh();
    const secret = (await offerSetUp(desk.kernel)) ?? '';
    expect(JSON.stringify(await desk.kernel.platform.db.query.platformSettings.findMany())).not.toContain(
      secret,
    );
  });

  test('survives a bad form, which keeps its words but never a password', async () => {
    const { desk, app } = await fresh();
    const secret = await offerSetUp(desk.kernel);
    for (const bad of [
      { email: 'x' },
      { password: 'short' },
      { password: 'password123' },
      { name: 'A' },
      { companyName: '' },
    ]) {
      const reply = await send(app, `/setup/${secret}`, { ...FORM, ...bad });
      expect([bad, reply.status]).toEqual([bad, 422]);
      const html = await reply.text();
      expect(html).not.toContain(FORM.password);
      if (!('companyName' in bad)) expect(html).toContain('Padaria');
    }
    expect(await companiesOf(desk)).toEqual([]);
    expect((await send(app, `/setup/${secret}`, FORM)).status).toBe(303);
  });

  test('cleans up what a crash in an earlier one left', async () => {
    const { desk } = await fresh();
    const { companies } = await import('@db/platform/schema/index.ts');
    await desk.kernel.platform.write((tx) => tx.insert(companies).values({ name: 'Padaria' }));
    await setUp(desk.kernel, { ...FORM, email: 'ana@padaria.test' });
    expect(await companiesOf(desk)).toHaveLength(1);
  });
});

describe('without a browser', () => {
  const env = { ADMIN_EMAIL: 'Root@Example.test', ADMIN_PASSWORD: 'uma senha bem comprida' };

  test('the platform sets itself up, once', async () => {
    const { desk, app } = await fresh(env);
    await ensureAdmin(desk.kernel);
    await ensureAdmin(desk.kernel);
    expect(await companiesOf(desk)).toHaveLength(1);
    const reply = await app.fetch(
      new Request(`${ORIGIN}/auth/login`, {
        method: 'POST',
        headers: { Host: 'desk.test', 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'root@example.test', password: env.ADMIN_PASSWORD }),
      }),
    );
    expect(await reply.json()).toMatchObject({ user: { super: true, profile: 'admin' } });
  });

  test('nothing is set up when nobody asked for it', async () => {
    const { desk } = await fresh();
    await ensureAdmin(desk.kernel);
    expect(await companiesOf(desk)).toEqual([]);
  });

  test('a common password is refused in words the console can show', async () => {
    const { desk } = await fresh({ ...env, ADMIN_PASSWORD: 'password123' });
    expect(ensureAdmin(desk.kernel)).rejects.toThrow(/ADMIN_PASSWORD/);
    await ensureAdmin(desk.kernel).catch(() => undefined);
    expect(await companiesOf(desk)).toEqual([]);
  });
});
