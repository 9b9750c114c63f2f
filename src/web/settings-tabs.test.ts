import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

const TAB = /<a href="([^"]+)"( aria-current="page")?>([^<]+)(?:<span[^>]*>(\d+)<\/span>)?<\/a>/g;

async function tabsOn(who: PersonName, path: string) {
  const { status, text } = await (await testApp.as(who)).page(path);
  const row = /<nav[^>]*class="tab-row"[^>]*>(.*?)<\/nav>/s.exec(text)?.[1] ?? '';
  const tabs = [...row.matchAll(TAB)].map(([, href, isOpen, label]) => ({ href, isOpen: !!isOpen, label }));
  return { status, tabs };
}

/** Spec part 1 §2, its tabs in its order and by its names, in two areas; ours come after the ones they belong to. */
const OF_ALL = [
  ['/settings', 'Opções'],
  ['/settings/hours', 'Horários'],
  ['/settings/history', 'Histórico'],
  ['/settings/export', 'Exportar'],
  ['/settings/privacy', 'Privacidade'],
];
const OF_THE_PLATFORM = [
  ['/platform', 'Visão geral'],
  ['/settings/look', 'Logo'],
  ['/settings/companies', 'Empresas'],
  ['/settings/companies/new', 'Cadastrar empresa'],
  ['/settings/plans', 'Planos'],
  ['/settings/helps', 'Ajuda'],
  ['/platform/invoices', 'Faturas'],
  ['/platform/payment-notices', 'Avisos de pagamento'],
  ['/platform/payments', 'Provedores'],
  ['/settings/mails', 'E-mails'],
  ['/settings/status', 'Situação'],
  ['/settings/backups', 'Backups'],
];

test('each settings tab leads to a page that marks it as active', async () => {
  await (await testApp.as('davi')).json('PUT', '/settings/scheduleType', { value: 'company' });
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

test('shows the hours tab when hours apply', async () => {
  const hrefs = async () => (await tabsOn('ana', '/settings')).tabs.map(({ href }) => href);
  expect(await hrefs()).toEqual(['/settings', '/settings/history', '/settings/export', '/settings/privacy']);
  await (await testApp.as('ana')).json('PUT', '/settings/scheduleType', { value: 'queue' });
  expect(await hrefs()).toEqual(OF_ALL.map(([href = '']) => href));
});
