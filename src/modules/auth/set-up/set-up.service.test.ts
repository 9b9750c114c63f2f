import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import { type App, createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { systemScope } from '@/core/scope.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { ensureAdmin } from './first-start.service.ts';
import { offerSetUp, setUp } from './set-up.service.ts';

const ORIGIN = 'http://desk.test';
const FORM = {
  companyName: 'Padaria',
  name: 'Ana',
  email: 'Ana@Padaria.test',
  password: 'uma senha bem comprida',
};

let open: { dependencies: Dependencies; dataDir: string } | undefined;
afterEach(async () => {
  await open?.dependencies.stop();
  if (open) rmSync(open.dataDir, { recursive: true, force: true });
  open = undefined;
});

async function fresh(env: Record<string, string> = {}): Promise<{ dependencies: Dependencies; app: App }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-setup-'));
  const dependencies = await createDependencies(
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', ...env }),
    {
      log: createLog('silent'),
      createWhatsApp: createFakeWhatsApp,
    },
  );
  open = { dependencies, dataDir };
  return { dependencies, app: createApp(dependencies.kernel) };
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
const companiesOf = (dependencies: Dependencies) =>
  dependencies.kernel.platform.db.query.companies.findMany();

describe('set-up link', () => {
  test('creates the first company and a session once', async () => {
    const { dependencies, app } = await fresh();
    const secret = await offerSetUp(dependencies.kernel);
    expect((await send(app, `/setup/${secret}`)).status).toBe(200);
    const reply = await send(app, `/setup/${secret}`, FORM);
    expect(reply.status).toBe(303);
    expect(reply.headers.get('Location')).toBe('/first-steps');
    expect(reply.headers.get('set-cookie')).toMatch(/sid=.*HttpOnly/);
    expect(await companiesOf(dependencies)).toMatchObject([
      { name: 'Padaria', email: 'ana@padaria.test', status: true },
    ]);
    for (const form of [undefined, FORM])
      expect((await send(app, `/setup/${secret}`, form)).status).toBe(403);
    expect(await offerSetUp(dependencies.kernel)).toBeUndefined();
    expect(await companiesOf(dependencies)).toHaveLength(1);
  });

  test('creates an owner who is notified of every waiting ticket', async () => {
    const { dependencies, app } = await fresh();
    await send(app, `/setup/${await offerSetUp(dependencies.kernel)}`, FORM);
    const [company] = await companiesOf(dependencies);
    const scope = await systemScope(dependencies.kernel, company?.id ?? 0);
    expect(await scope.db.query.users.findMany()).toMatchObject([{ profile: 'admin', allTicket: true }]);
  });

  test('opened twice at once creates one company with a working owner', async () => {
    const { dependencies, app } = await fresh();
    const secret = await offerSetUp(dependencies.kernel);
    const replies = await Promise.all([
      send(app, `/setup/${secret}`, FORM),
      send(app, `/setup/${secret}`, { ...FORM, email: 'other@padaria.test', companyName: 'Outra' }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([303, 403]);
    expect(await companiesOf(dependencies)).toHaveLength(1);
    const winner = replies.find((reply) => reply.status === 303);
    const cookie = /sid=[^;]+/.exec(winner?.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const me = await app.fetch(
      new Request(`${ORIGIN}/auth/me`, { headers: { Host: 'desk.test', Cookie: cookie } }),
    );
    expect(await me.json()).toMatchObject({ profile: 'admin', super: true });
  });

  test('that is wrong, old or empty returns 403', async () => {
    const { dependencies, app } = await fresh();
    const old = await offerSetUp(dependencies.kernel);
    const secret = await offerSetUp(dependencies.kernel);
    for (const wrong of [old, 'x', '%00', `${secret}x`, '%20']) {
      expect([wrong, (await send(app, `/setup/${wrong}`)).status]).toEqual([wrong, 403]);
      expect([wrong, (await send(app, `/setup/${wrong}`, FORM)).status]).toEqual([wrong, 403]);
    }
    expect(await companiesOf(dependencies)).toEqual([]);
  });

  test('is never stored in plain text', async () => {
    const { dependencies } = await fresh();
    const secret = (await offerSetUp(dependencies.kernel)) ?? '';
    expect(
      JSON.stringify(await dependencies.kernel.platform.db.query.platformSettings.findMany()),
    ).not.toContain(secret);
  });

  test('survives an invalid form, which retains its input except the password', async () => {
    const { dependencies, app } = await fresh();
    const secret = await offerSetUp(dependencies.kernel);
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
    expect(await companiesOf(dependencies)).toEqual([]);
    expect((await send(app, `/setup/${secret}`, FORM)).status).toBe(303);
  });

  test('replaces the remains of a crashed set-up', async () => {
    const { dependencies } = await fresh();
    const { companies } = await import('@db/platform/schema/index.ts');
    await dependencies.kernel.platform.write((tx) => tx.insert(companies).values({ name: 'Padaria' }));
    await setUp(dependencies.kernel, { ...FORM, email: 'ana@padaria.test' });
    expect(await companiesOf(dependencies)).toHaveLength(1);
  });
});

describe('set-up by environment variables', () => {
  const env = { ADMIN_EMAIL: 'Root@Example.test', ADMIN_PASSWORD: 'uma senha bem comprida' };

  test('creates the company once', async () => {
    const { dependencies, app } = await fresh(env);
    await ensureAdmin(dependencies.kernel);
    await ensureAdmin(dependencies.kernel);
    expect(await companiesOf(dependencies)).toHaveLength(1);
    const reply = await app.fetch(
      new Request(`${ORIGIN}/auth/login`, {
        method: 'POST',
        headers: { Host: 'desk.test', 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'root@example.test', password: env.ADMIN_PASSWORD }),
      }),
    );
    expect(await reply.json()).toMatchObject({ user: { super: true, profile: 'admin' } });
  });

  test('creates nothing without the variables', async () => {
    const { dependencies } = await fresh();
    await ensureAdmin(dependencies.kernel);
    expect(await companiesOf(dependencies)).toEqual([]);
  });

  test('rejects a common password with a readable error', async () => {
    const { dependencies } = await fresh({ ...env, ADMIN_PASSWORD: 'password123' });
    expect(ensureAdmin(dependencies.kernel)).rejects.toThrow(/ADMIN_PASSWORD/);
    await ensureAdmin(dependencies.kernel).catch(() => undefined);
    expect(await companiesOf(dependencies)).toEqual([]);
  });
});
