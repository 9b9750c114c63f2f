import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@test/architecture/sources.ts';
import { callOf, PAGE_ROWS } from '@test/isolation/routes.ts';
import type { TestApp } from '@test/support/deps.ts';
import { createFilledApp, type Fixtures } from '@test/support/fixtures.ts';
import { LOCALES } from '@/core/i18n.ts';

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
});
afterAll(() => testApp.stop());

const namespaces = readdirSync(join(ROOT, 'locales/pt')).map((file) => file.replace(/\.json$/, ''));
const RAW = new RegExp(`[>"]\\s*(?:${namespaces.join('|')}):[A-Za-z0-9_.]+\\s*[<"]|\\{\\{\\w+\\}\\}`);

for (const locale of LOCALES) {
  test(`pages in ${locale} show no translation key and no placeholder`, async () => {
    const ana = await testApp.as('ana');
    for (const name of Object.keys(PAGE_ROWS).filter((one) => one.startsWith('GET'))) {
      const { path } = callOf('pages', name, fixtures);
      const headers = { Accept: 'text/html', 'Accept-Language': locale, Cookie: `sid=${ana.cookie}` };
      const html = await (await ana.raw(path, { headers })).text();
      const shown = html.replace(/<(script|code)\b.*?<\/\1>/gs, '');
      expect({ name, raw: RAW.exec(shown)?.[0] }).toEqual({ name, raw: undefined });
      if (shown.includes('<html')) expect(shown).toContain(`lang="${locale}`);
    }
  });
}
