import { expect, test } from 'bun:test';
import { mountPages } from './mount.ts';
import { pageRoute } from './route.ts';

const said = (word: string) => ({ access: 'anyone' as const, show: () => new Response(word) });

test('a named place is found before a parameter, wherever their rows stand', async () => {
  const app = mountPages(
    [
      pageRoute('GET /things/:thingId/edit', said('edit')),
      pageRoute('GET /things/:thingId', {
        access: 'anyone',
        show: (_c, { thingId }) => new Response(`${thingId}`),
      }),
      pageRoute('GET /things/new', said('new')),
      pageRoute('GET /things/new/edit', said('new edit')),
    ],
    { requirePlan: async () => undefined },
  );
  const read = async (path: string) => (await app.request(path)).text();
  expect([await read('/things/new'), await read('/things/new/edit')]).toEqual(['new', 'new edit']);
  expect([await read('/things/7'), await read('/things/7/edit')]).toEqual(['7', 'edit']);
});
