import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companies, logins } from '@db/platform/schema/index.ts';
import { connections, queues, quickMessages, tags, users } from '@db/tenant/schema/index.ts';
import { claimFolder, NotADemo } from '@demo/demo-folder.ts';
import { onlyHere } from '@demo/loopback.ts';
import { DEMO, peoplePages } from '@demo/people.pages.ts';
import { DEMO_COMPANIES, listDemoPeople } from '@demo/seed/people.ts';
import { seedDemo } from '@demo/seed/seed.service.ts';
import { createBrowser } from '@test/support/app.ts';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import { eq } from 'drizzle-orm';
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { systemScope } from '@/core/scope.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';

const emails = listDemoPeople().map(({ email }) => email);
const folder = mkdtempSync(join(tmpdir(), 'balcao-demo-'));
const dataDir = join(folder, 'data');
let dependencies: Dependencies;
let passwords: Record<string, string>;

beforeAll(async () => {
  passwords = claimFolder(dataDir, emails);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' });
  dependencies = await createDependencies(config, {
    log: createLog('silent'),
    createWhatsApp: () => createFakeWhatsApp(),
    demo: DEMO,
  });
  await seedDemo(dependencies.kernel, passwords);
});

afterAll(async () => {
  await dependencies.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function counts() {
  const found = [];
  for (const { id } of await dependencies.kernel.platform.db.select({ id: companies.id }).from(companies)) {
    const { db } = await systemScope(dependencies.kernel, id);
    const tables = [users, queues, tags, quickMessages, connections] as const;
    found.push(await Promise.all(tables.map((table) => db.$count(table))));
  }
  return { found, logins: await dependencies.kernel.platform.db.$count(logins) };
}

describe('demo seed', () => {
  test('creates both companies completely', async () => {
    const expected = DEMO_COMPANIES.map((company) =>
      [company.people, company.queues, company.tags, company.quickMessages, company.connections].map(
        (list) => list.length,
      ),
    );
    expect(await counts()).toEqual({ found: expected, logins: emails.length });
  });

  test('changes nothing when run again', async () => {
    const before = await counts();
    await seedDemo(dependencies.kernel, passwords);
    expect(await counts()).toEqual(before);
  });

  test('does not recreate deleted data', async () => {
    const scope = await systemScope(dependencies.kernel, 1);
    await scope.write((tx) => tx.db.delete(tags).where(eq(tags.name, 'Urgente')));
    const before = await counts();
    await seedDemo(dependencies.kernel, passwords);
    expect(await counts()).toEqual(before);
  });

  test('restores a login lost in a crash', async () => {
    const before = await counts();
    await dependencies.kernel.platform.write((tx) =>
      tx.delete(logins).where(eq(logins.email, 'caio@aurora.example')),
    );
    await seedDemo(dependencies.kernel, passwords);
    expect(await counts()).toEqual(before);
  });

  test('gives every user a working password', async () => {
    const stranger = createBrowser(createApp(dependencies.kernel), undefined);
    for (const email of emails) {
      const reply = await stranger.json('POST', '/auth/login', { email, password: passwords[email] });
      expect([email, reply.status]).toEqual([email, 200]);
    }
    const wrong = await stranger.json('POST', '/auth/login', { email: emails[0], password: 'outra coisa' });
    expect(wrong.status).toBe(401);
  });

  test('leaves one default connection per company, ready to be paired', async () => {
    for (const companyId of [1, 2]) {
      const { db } = await systemScope(dependencies.kernel, companyId);
      const rows = await db.select().from(connections);
      expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(1);
      expect(rows.every(({ status }) => status === 'OPENING')).toBe(true);
    }
  });
});

describe('one-click sign-in', () => {
  const HERE = 'http://localhost:3000';
  const people = () => createApp(dependencies.kernel, peoplePages.map(onlyHere));
  const click = (email: string, origin = HERE) =>
    people().fetch(
      new Request(`${origin}/simulator/sign-in`, {
        method: 'POST',
        headers: { Host: new URL(origin).host, Origin: origin, Accept: 'text/html' },
        body: new URLSearchParams({ email }),
      }),
    );

  test('is offered for every user, in the demo only', async () => {
    const stranger = createBrowser(people(), undefined);
    const { text } = await stranger.page('/login');
    for (const email of emails) expect(text).toContain(`value="${email}"`);
    dependencies.kernel.services.demo = undefined;
    expect((await stranger.page('/login')).text).not.toContain('simulator');
    dependencies.kernel.services.demo = DEMO;
  });

  test('signs in the chosen user and links to the phones', async () => {
    for (const email of emails) {
      const reply = await click(email);
      expect([email, reply.status, reply.headers.get('Location')]).toEqual([email, 303, '/']);
      const cookie = /sid=([^;]+)/.exec(reply.headers.get('Set-Cookie') ?? '')?.[1];
      const { text } = await createBrowser(people(), cookie).page('/tags');
      expect(text).toContain(email);
      expect(text).toContain('href="/simulator"');
    }
  });

  test('is refused for unknown users and from other hosts', async () => {
    for (const reply of [
      await click('nobody@aurora.example'),
      await click(emails[0] ?? '', 'http://evil.example'),
    ]) {
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.headers.get('Set-Cookie') ?? '').not.toContain('sid=');
    }
  });
});

describe('demo folder', () => {
  test('stores its passwords readable by its owner only', () => {
    expect(claimFolder(dataDir, emails)).toEqual(passwords);
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(new Set(Object.values(passwords)).size).toBe(emails.length);
  });

  test('is refused and left unchanged when the demo did not create it', () => {
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'platform.db'), 'somebody else');
    expect(() => claimFolder(foreign, emails)).toThrow(NotADemo);
    expect(readdirSync(foreign)).toEqual(['platform.db']);
  });

  test('is refused when its marker file is invalid', () => {
    const odd = join(folder, 'odd');
    mkdirSync(odd);
    writeFileSync(join(odd, 'demo.json'), '[]');
    expect(() => claimFolder(odd, emails)).toThrow(NotADemo);
  });

  test('of a real installation makes `bun run demo` exit with a message', async () => {
    const foreign = join(folder, 'real');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'platform.db'), '');
    const child = Bun.spawn([process.execPath, 'scripts/demo.ts'], {
      cwd: join(import.meta.dir, '../..'),
      env: { ...process.env, DATA_DIR: foreign },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(await child.exited).toBe(1);
    expect(await new Response(child.stderr).text()).toContain('that the demo has not made');
    expect(existsSync(join(foreign, 'demo.json'))).toBe(false);
  });
});
