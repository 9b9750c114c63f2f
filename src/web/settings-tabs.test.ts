import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mails, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

const SUBJECT = /<a href="([^"]+)"( aria-current="page")?( data-elsewhere="")?>.*?"subject-name">([^<]+)</g;

async function tabsOn(who: PersonName, path: string) {
  const { status, text } = await (await testApp.as(who)).page(path);
  const list = text.split('class="settings-main"')[0] ?? '';
  const tabs = [...list.matchAll(SUBJECT)].map(([, href, isOpen, elsewhere, label]) => ({
    ...{ href, isOpen: !!isOpen, label, isElsewhere: !!elsewhere },
  }));
  const own = tabs.filter(({ isElsewhere }) => !isElsewhere);
  return {
    status,
    text,
    tabs: own,
    elsewhere: tabs.filter(({ isElsewhere }) => isElsewhere).map(({ href }) => href),
  };
}

/** Subjects of the company and of the platform (spec part 1 §2, docs/decisions/0050). */
const OF_EVERYBODY = [
  ['/settings', 'Todas as configurações'],
  ['/settings?subject=company', 'Empresa'],
  ['/settings?subject=service', 'Atendimento'],
  ['/settings?subject=automatic', 'Mensagens automáticas'],
];
const OF_ALL = [
  ['/settings', 'Todas as configurações'],
  ['/settings?subject=company', 'Empresa'],
  ['/settings/hours', 'Horários e feriados'],
  ['/settings?subject=service', 'Atendimento'],
  ['/settings?subject=automatic', 'Mensagens automáticas'],
  ['/settings?subject=security', 'Segurança'],
  ['/settings?subject=integrations', 'Cobranças de outros sistemas'],
  ['/settings/export', 'Exportar'],
  ['/settings/privacy', 'Privacidade'],
  ['/settings/history', 'Histórico'],
];
const OF_SUPERS = ['/settings?subject=integrations'];
const OF_THE_PLATFORM = [
  ['/platform#overview', 'Visão geral'],
  ['/settings/companies', 'Empresas'],
  ['/settings/companies/new', 'Cadastrar empresa'],
  ['/settings/plans', 'Planos'],
  ['/settings?subject=global', 'Configurações globais'],
  ['/platform/invoices', 'Faturas'],
  ['/platform/payment-notices', 'Avisos de pagamento'],
  ['/platform/payments', 'Provedores'],
  ['/settings/look', 'Logo'],
  ['/settings/helps', 'Ajuda'],
  ['/settings/mails', 'E-mails'],
  ['/settings/status', 'Situação'],
  ['/settings/backups', 'Backups'],
];

test('each settings tab leads to a page that marks it as active', async () => {
  for (const area of [OF_ALL, OF_THE_PLATFORM])
    for (const [path = ''] of area) {
      const { status, tabs } = await tabsOn('davi', path);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(tabs.map(({ href, label }) => [href, label])).toEqual(area);
      expect({ path, open: tabs.filter(({ isOpen }) => isOpen).map(({ href }) => href) }).toEqual({
        path,
        open: [path],
      });
    }
});

test('lists the subjects that a person may open, and leads others to all', async () => {
  const seen = async (who: PersonName) => (await tabsOn(who, '/settings')).tabs.map(({ href }) => href);
  const all = OF_ALL.map(([href = '']) => href);
  expect(await seen('ana')).toEqual(all.filter((href) => !OF_SUPERS.includes(href)));
  for (const who of ['rui', 'bia'] as const)
    expect(await seen(who)).toEqual(OF_EVERYBODY.map(([href = '']) => href));
  for (const path of ['/settings?subject=security', '/settings?subject=global', '/settings?subject=x']) {
    const { status, tabs } = await tabsOn('bia', path);
    expect([path, status, tabs.find(({ isOpen }) => isOpen)?.href]).toEqual([path, 200, '/settings']);
  }
});

test('lists the pages of other menu groups, with their permissions and plan features', async () => {
  const elsewhere = async (who: PersonName) => (await tabsOn(who, '/settings')).elsewhere;
  expect(await elsewhere('ana')).toContain('/campaigns-config');
  expect((await tabsOn('davi', '/settings/plans')).elsewhere).toEqual(['/announcements']);
  expect(await elsewhere('rui')).toEqual(['/campaigns-config']);
  expect(await elsewhere('bia')).toEqual([]);
  await testApp.kernel.platform.write((tx) => tx.update(plans).set({ useCampaigns: false }));
  expect(await elsewhere('rui')).toEqual([]);
  await testApp.kernel.platform.write((tx) => tx.update(plans).set({ useCampaigns: true }));
});

test('finds options and pages by their texts, in the language of the reader', async () => {
  const ana = await testApp.as('ana');
  const found = async (q: string, lang = 'pt') => {
    const headers = { Accept: 'text/html', Cookie: `sid=${ana.cookie}; lang=${lang}` };
    const text = await (await ana.raw(`/settings?${new URLSearchParams({ q })}`, { headers })).text();
    const rows = [...text.matchAll(/hx-put="\/settings\/(\w+)"/g)].map(([, key]) => key);
    const pages = [...text.matchAll(SUBJECT)].map(([, href]) => href);
    return { rows, pages };
  };
  expect(await found('LIGAÇÕES')).toEqual({ rows: ['call'], pages: ['/settings?subject=service'] });
  expect((await found('feriado')).rows).toEqual(['scheduleType']);
  expect((await found('feriado')).pages).toEqual(['/settings/hours']);
  expect((await found('second factor', 'en')).rows).toEqual(['secondFactor']);
  expect((await found('palavras de saída')).pages).toEqual(['/campaigns-config']);
  expect(await found('zzz <b>')).toEqual({ rows: [], pages: [] });
  expect((await (await testApp.as('bia')).page('/settings?q=fator')).text).not.toContain(
    '/settings/secondFactor',
  );
});

test('groups the pages of the platform under headings, with counts', async () => {
  const mail = { key: 'lost', kind: 'invitation', recipient: 'bia@aurora.test', language: 'pt' } as const;
  await testApp.kernel.platform.write((tx) => tx.insert(mails).values({ ...mail, status: 'failed' }));
  const { text } = await tabsOn('davi', '/platform');
  const headings = [...text.matchAll(/class="subjects-heading">([^<]+)</g)].map(([, name]) => name);
  expect(headings).toEqual(['Empresas e planos', 'Cobrança', 'Marca e comunicação', 'Servidor']);
  expect(text).not.toContain('tab-row');
  expect(/href="\/settings\/mails".*?<span class="badge[^>]*>(\d+)</.exec(text)?.[1]).toBe('1');
});

test('a search in either area finds options and pages of both', async () => {
  const found = async (who: PersonName, address: string) => {
    const { text } = await tabsOn(who, address);
    const rows = [...text.matchAll(/hx-put="\/settings\/(\w+)"/g)].map(([, key]) => key);
    return { rows, pages: [...text.matchAll(SUBJECT)].map(([, href]) => href) };
  };
  for (const area of ['/platform', '/settings']) {
    expect(await found('davi', `${area}?q=per%C3%ADodo+de+teste`)).toEqual({
      rows: ['trial'],
      pages: ['/settings?subject=global'],
    });
    expect((await found('davi', `${area}?q=Mercado+Pago`)).pages).toEqual(['/platform/payments']);
    expect((await found('davi', `${area}?q=feriado`)).pages).toEqual(['/settings/hours']);
  }
  expect((await found('ana', '/settings?q=Mercado+Pago')).pages).toEqual([]);
  const { text } = await tabsOn('davi', '/platform?q=feriado');
  expect(text).toContain('<h1 class="page-title truncate">Plataforma</h1>');
  expect(text).toContain('hx-get="/platform?q=feriado"');
});
