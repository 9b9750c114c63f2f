import { afterAll, beforeAll, expect, test } from 'bun:test';
import { FILES } from '@/rows.ts';
import { createTestDesk, type TestDesk } from '../support/deps.ts';
import { setSuper } from '../support/people.ts';

const links = FILES.filter(({ path }) => !path.includes(':'));

let desk: TestDesk;
beforeAll(async () => {
  desk = await createTestDesk();
  await setSuper(desk.kernel, desk.cast, 'ana');
});
afterAll(() => desk.stop());

/** A browser asks for HTML when it follows a link, and for anything when the link has the `download` attribute. */
const DOORS = ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*'];

test.each(links.map(({ path, mime = '' }) => [path, mime]))(
  '%s is a file at both doors',
  async (path, mime) => {
    const ana = await desk.as('ana');
    for (const Accept of DOORS) {
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
