import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@test/architecture/sources.ts';
import { callOf, PAGE_ROWS } from '@test/isolation/routes.ts';
import type { TestDesk } from '@test/support/deps.ts';
import { createFilledDesk, type World } from '@test/support/world.ts';
import { LOCALES } from '@/kernel/i18n.ts';

let desk: TestDesk;
let world: World;

beforeAll(async () => {
  ({ desk, world } = await createFilledDesk());
});
afterAll(() => desk.stop());

const namespaces = readdirSync(join(ROOT, 'locales/pt')).map((file) => file.replace(/\.json$/, ''));
/** An untranslated key, or an unfilled placeholder. */
const RAW = new RegExp(`[>"]\\s*(?:${namespaces.join('|')}):[A-Za-z0-9_.]+\\s*[<"]|\\{\\{\\w+\\}\\}`);

for (const locale of LOCALES) {
  test(`pages speak ${locale}: no key and no placeholder is shown`, async () => {
    const ana = await desk.as('ana');
    for (const name of Object.keys(PAGE_ROWS).filter((one) => one.startsWith('GET'))) {
      const { path } = callOf('pages', name, world);
      const headers = { Accept: 'text/html', 'Accept-Language': locale, Cookie: `sid=${ana.cookie}` };
      const html = await (await ana.raw(path, { headers })).text();
      // Islands get unfilled texts; <code> shows what people may type.
      const shown = html.replace(/<(script|code)\b.*?<\/\1>/gs, '');
      expect({ name, raw: RAW.exec(shown)?.[0] }).toEqual({ name, raw: undefined });
      if (shown.includes('<html')) expect(shown).toContain(`lang="${locale}`);
    }
  });
}
