import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import type { Config } from '@/config.ts';
import { pushContact } from './push-contact.queries.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const contact = (over: Partial<Config>) =>
  pushContact({ ...testApp.kernel, config: { ...testApp.kernel.config, ...over } });

const cases: [string, Partial<Config>, string][] = [
  [
    'the configured address first',
    { pushContact: 'ti@loja.test', publicUrl: 'https://a.test' },
    'mailto:ti@loja.test',
  ],
  ['our own, when it is https', { publicUrl: 'https://desk.example.com' }, 'https://desk.example.com'],
  ['else the first administrator', { publicUrl: 'http://10.0.0.2:3000' }, 'mailto:ana@aurora.test'],
  ['also without any address', { publicUrl: undefined }, 'mailto:ana@aurora.test'],
];
for (const [name, over, expected] of cases) {
  test(name, async () => expect(await contact(over)).toBe(expected));
}
