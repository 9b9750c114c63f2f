import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries, holidays, settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { DEFAULT_HOURS, hoursValues } from '@/schemas/service-hours.schema.ts';
import { PUBLIC_SETTING_DEFAULTS, SETTING_DEFAULTS } from './settings.schema.ts';
import { changeSetting } from './settings.service.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await (await testApp.systemScope()).write(async (tx) => {
    for (const table of [settings, auditEntries, holidays]) await tx.db.delete(table);
  });
});

const set = async (key: string, value: string) => changeSetting(await testApp.scopeOf('ana'), { key, value });
const ELSEWHERE = Object.keys(SETTING_DEFAULTS).filter(
  (key) => key.startsWith('ai') || key.startsWith('keep') || key === 'auditDays',
);
const KEYS = Object.keys(SETTING_DEFAULTS).filter((key) => !ELSEWHERE.includes(key));
const OWN = KEYS.filter((key) => SETTING_DEFAULTS[key as 'call'] !== ('' as never));
const CREDENTIALS = KEYS.filter((key) => !OWN.includes(key));
const hoursOfAurora = () => `/companies/${testApp.people.companyId.aurora}/schedules`;
const asks = (key: string) => `hx-put="/settings/${key}"`;
const toastOf = ({ headers }: { headers: Headers }) =>
  (JSON.parse(headers.get('HX-Trigger') ?? '{}') as { toast?: { text: string } }).toast?.text;

describe('settings page', () => {
  test('shows the options to everybody, and lets only administrators change them', async () => {
    const shown = async (who: 'ana' | 'rui' | 'bia') =>
      (await (await testApp.as(who)).page('/settings')).text;
    const isLocked = (text: string) => /<fieldset disabled(="")?>/.test(text);
    expect(isLocked(await shown('ana'))).toBe(false);
    for (const who of ['rui', 'bia'] as const) {
      const text = await shown(who);
      expect(isLocked(text)).toBe(true);
      for (const key of ['userRating', 'scheduleType', 'call']) expect(text).toContain(asks(key));
      for (const key of ['secondFactor', 'asaas', 'trial']) expect(text).not.toContain(asks(key));
      expect(text).not.toContain('href="/settings/history"');
      const reply = await (await testApp.as(who)).part('PUT', '/settings/call', { value: 'false' });
      expect(reply.status).toBe(403);
    }
  });

  test.each(['/settings/hours', '/settings/history', '/settings/changes', '/holidays'])(
    '%s is open to administrators only',
    async (path) => {
      expect((await (await testApp.as()).page(path)).headers.get('Location')).toBe('/login');
      for (const who of ['bia', 'rui'] as const)
        expect((await (await testApp.as(who)).page(path)).status).toBe(403);
    },
  );

  test('warns only platform administrators that mail cannot be sent', async () => {
    const reported = async () =>
      (await (await testApp.as('ana')).page('/settings')).text.includes('SMTP_URL');
    expect(await reported()).toBe(false);
    await setSuper(testApp.kernel, testApp.people, 'ana');
    expect(await reported()).toBe(true);
    testApp.kernel.services.mailTransport = { check: async () => undefined, send: async () => undefined };
    expect(await reported()).toBe(false);
    testApp.kernel.services.mailTransport = null;
    await setSuper(testApp.kernel, testApp.people, 'ana', false);
  });

  test('appears in the menu of administrators only', async () => {
    expect((await (await testApp.as('ana')).page('/tags')).text).toContain('href="/settings"');
    expect((await (await testApp.as('rui')).page('/tags')).text).not.toContain('href="/settings"');
  });

  test('lists every company option with its hint, and no platform option', async () => {
    const { text } = await (await testApp.as('ana')).page('/settings');
    for (const key of OWN) {
      expect(text).toContain(asks(key));
      expect(text).toContain(testApp.kernel.translations.t('pt')(`settings:key.${key}.hint`));
    }
    for (const key of [...CREDENTIALS, ...Object.keys(PUBLIC_SETTING_DEFAULTS)])
      expect(text).not.toContain(asks(key));
  });

  test('shows the stored values in switches and selects', async () => {
    await set('userRating', 'enabled');
    await set('scheduleType', 'company');
    const { text } = await (await testApp.as('ana')).page('/settings');
    expect(text).toMatch(/id="setting-userRating"[^>]*checked/);
    expect(text).not.toMatch(/id="setting-sendGreetingAccepted"[^>]*checked/);
    expect(text).toMatch(/<option value="company" selected/);
  });

  test('saves a switch and shows a success toast', async () => {
    const ana = await testApp.as('ana');
    const on = await ana.raw('/settings/userRating', {
      method: 'PUT',
      headers: {
        Accept: 'text/html',
        'HX-Request': 'true',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'value=false&value=true',
    });
    expect(on.status).toBe(204);
    expect(toastOf(on)).toBe('Operação atualizada com sucesso.');
    const valueNow = async () =>
      (
        await (
          await testApp.systemScope()
        ).db.query.settings.findFirst({ where: eq(settings.key, 'userRating') })
      )?.value;
    expect(await valueNow()).toBe('enabled');
    await ana.part('PUT', '/settings/userRating', { value: 'false' });
    expect(await valueNow()).toBe('disabled');
  });

  test('rejects a value outside the allowed set, an unknown key and a platform key', async () => {
    const ana = await testApp.as('ana');
    expect((await ana.part('PUT', '/settings/scheduleType', { value: 'sometimes' })).status).toBe(400);
    expect((await ana.part('PUT', '/settings/constructor', { value: 'true' })).status).toBe(404);
    expect((await ana.part('PUT', '/settings/trial', { value: '5' })).status).toBe(403);
  });

  test('redisplays the row with the rejected value and a message for a bad URL', async () => {
    const ana = await testApp.as('ana');
    for (const [value, words] of [
      ['x'.repeat(2001), 'Muito longo!'],
      ['http://ixc.example', 'Use https.'],
    ] as const) {
      const { status, headers, text } = await ana.part('PUT', '/settings/ipixc', { value });
      expect([status, headers.get('HX-Retarget')]).toEqual([422, '#setting-row-ipixc']);
      expect([text.includes(`value="${value}"`), text.includes(words)]).toEqual([true, true]);
      expect(text).toContain('id="setting-row-ipixc"');
    }
  });

  test('shows platform settings and credentials to super administrators without revealing the secrets', async () => {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    for (const key of CREDENTIALS) await set(key, `VALUE-of-${key}`);
    const { text } = await (await testApp.as('ana')).page('/settings');
    await setSuper(testApp.kernel, testApp.people, 'ana', false);
    for (const key of [...CREDENTIALS, ...Object.keys(PUBLIC_SETTING_DEFAULTS)])
      expect(text).toContain(asks(key));
    expect([...text.matchAll(/VALUE-of-\w+/g)].map(([value]) => value).sort()).toEqual([
      'VALUE-of-ipixc',
      'VALUE-of-ipmkauth',
    ]);
    expect(text.match(/>Definido</g)).toHaveLength(4);
    for (const name of ['IXC', 'MK-AUTH', 'Asaas']) expect(text).toContain(`aria-label="Testar ${name}"`);
    expect(text).not.toContain('>Não definido<');
  });
});

describe('service hours tab', () => {
  test('has the choice of hours first, then the company’s hours and the holidays', async () => {
    const ana = await testApp.as('ana');
    const without = await ana.page('/settings/hours');
    expect(without.text).toContain(asks('scheduleType'));
    expect(without.text).toContain('a empresa atende o tempo todo');
    expect(without.text).not.toContain('Feriados nacionais');
    await set('scheduleType', 'queue');
    const forQueues = await ana.page('/settings/hours');
    expect(forQueues.text).toContain('Feriados nacionais');
    expect(forQueues.text).not.toContain('hours.monday.startTime');
    await set('scheduleType', 'company');
    expect((await ana.page('/settings/hours')).text).toContain('hours.monday.startTime');
  });

  test('offers the default hours and saves the submitted ones', async () => {
    await set('scheduleType', 'company');
    const ana = await testApp.as('ana');
    const { text } = await ana.page('/settings/hours');
    for (const { weekdayEn, startTime, endTime } of DEFAULT_HOURS) {
      const shown = startTime === endTime ? '' : startTime;
      expect(text).toMatch(new RegExp(`name="hours.${weekdayEn}.startTime"[^>]*value="${shown}"`));
    }
    expect(text).toContain('Ainda não há horários');
    const saved = await ana.part('PUT', hoursOfAurora(), hoursValues([]));
    expect([saved.status, toastOf(saved)]).toEqual([204, 'Horários atualizados com sucesso.']);
    const after = await ana.page('/settings/hours');
    expect(after.text).not.toContain('Ainda não há horários');
    const { body } = await ana.json('GET', `/companies/${testApp.people.companyId.aurora}`);
    expect(body).toMatchObject({ schedules: DEFAULT_HOURS });
  });

  test('redisplays an invalid day with its values and a message', async () => {
    const ana = await testApp.as('ana');
    const form = { ...hoursValues([]), 'hours.tuesday.endTime': '25:00' };
    const reply = await ana.part('PUT', hoursOfAurora(), form);
    expect(reply.status).toBe(422);
    expect(reply.text).toMatch(/name="hours.tuesday.endTime"[^>]*value="25:00"/);
    expect(reply.text).toContain('Horário inválido: use HH:MM, como 08:30');
  });
});

describe('holidays on the settings page', () => {
  test('adds, edits and deletes holidays in dialogs', async () => {
    const ana = await testApp.as('ana');
    const added = await ana.part('POST', '/holidays', {
      name: 'Recesso',
      day: '2026-12-31',
      isYearly: 'true',
    });
    expect(toastOf(added)).toBe('Feriado adicionado.');
    const rows = await ana.part('GET', '/holidays');
    expect(rows.text).toContain('Recesso');
    expect(rows.text).toContain('31/12<');
    const id = /holiday-(\d+)-edit/.exec(rows.text)?.[1];
    expect((await ana.part('GET', `/holidays/${id}/edit`)).text).toContain('value="2026-12-31"');
    const bad = await ana.part('PUT', `/holidays/${id}`, { name: '', day: '' });
    expect(bad.status).toBe(422);
    expect(bad.text.match(/Obrigatório/g)).toHaveLength(2);
    await ana.part('PUT', `/holidays/${id}`, { name: 'Véspera', day: '2026-12-30', isYearly: 'false' });
    expect((await ana.part('GET', '/holidays')).text).toContain('30/12/2026');
    expect((await ana.part('GET', `/holidays/${id}/delete`)).text).toContain('Excluir Véspera');
    await ana.part('DELETE', `/holidays/${id}`);
    expect((await ana.part('GET', '/holidays')).text).toContain('Nenhum feriado ainda');
  });

  test('suggests the national holidays once', async () => {
    const ana = await testApp.as('ana');
    const { text } = await ana.part('GET', '/holidays/suggestions');
    const days = [...text.matchAll(/name="days"[^>]*value="([\d-]+)"/g)].map(([, day]) => day ?? '');
    expect(days).toHaveLength(17);
    const added = await ana.raw('/holidays/suggestions', {
      method: 'POST',
      headers: {
        Accept: 'text/html',
        'HX-Request': 'true',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(days.map((day) => ['days', day])).toString(),
    });
    expect(toastOf(added)).toBe('17 feriados adicionados.');
    expect((await ana.part('GET', '/holidays/suggestions')).text).toContain('já estão na lista');
  });
});

describe('settings history', () => {
  test('shows who changed what in the reader’s language', async () => {
    await set('scheduleType', 'company');
    await set('asaas', 'SECRET');
    const ana = await testApp.as('ana');
    await ana.part('PUT', hoursOfAurora(), { ...hoursValues([]), 'hours.sunday.endTime': '12:00' });
    await ana.part('POST', '/holidays', { name: 'Recesso', day: '2026-12-31' });
    const { text } = await ana.page('/settings/history');
    const plain = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const line of [
      'Horário de atendimento Desativado → Da empresa',
      'Chave de API do Asaas Alterado (o valor não é mostrado)',
      'Domingo: o dia todo → 00:00–12:00',
      'Sábado: o dia todo → 08:00–12:00',
      'Feriado adicionado Recesso (31/12/2026)',
    ])
      expect(plain).toContain(line);
    expect(plain).toContain('Ana');
    expect(text).not.toContain('SECRET');
    const english = await ana.raw('/settings/history', {
      headers: { Accept: 'text/html', Cookie: `sid=${ana.cookie}; lang=en` },
    });
    const words = (await english.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(words).toContain('Service hours Off → By company');
    expect(words).toContain('Sunday: all day → 00:00–12:00');
  });

  test('loads the next page after the last row', async () => {
    for (let n = 0; n < 40; n += 1) await set('call', n % 2 ? 'enabled' : 'disabled');
    const ana = await testApp.as('ana');
    const first = await ana.part('GET', '/settings/changes');
    const next = /hx-get="([^"]+)"/.exec(first.text)?.[1] ?? '';
    expect(next).toMatch(/^\/settings\/changes\?after=\d+$/);
    const second = await ana.part('GET', next);
    expect(first.text.match(/data-key/g)).toHaveLength(30);
    expect(second.text.match(/data-key/g)).toHaveLength(10);
    expect(second.text).not.toContain('hx-get');
  });
});
