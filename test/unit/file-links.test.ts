import { afterAll, beforeAll, expect, test } from 'bun:test';
import { FILES } from '@/web/routes.ts';
import { createTestApp, type TestApp } from '../support/deps.ts';
import { setSuper } from '../support/people.ts';

const links = FILES.filter(({ path }) => !path.includes(':'));

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
});
afterAll(() => testApp.stop());

/** A browser asks for HTML when it follows a link, and for anything when the link has the `download` attribute. */
const GUARDS = ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*'];

test.each(links.map(({ path, mime = '' }) => [path, mime]))(
  '%s is served as a file for a followed link and for a download',
  async (path, mime) => {
    const ana = await testApp.as('ana');
    for (const Accept of GUARDS) {
      const reply = await ana.raw(path, { headers: { Accept } });
      const { headers, status } = reply;
      expect({ Accept, status, type: headers.get('Content-Type')?.split(';', 1)[0] }).toEqual({
        Accept,
        status: 200,
        type: mime.split(';', 1)[0],
      });
      expect(headers.get('Content-Disposition')).toStartWith('attachment; filename');
    }
  },
);
