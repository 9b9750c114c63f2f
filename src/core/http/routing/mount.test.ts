import { expect, test } from 'bun:test';
import { mountPages } from './mount.ts';
import { pageRoute } from './route.ts';

const sent = (word: string) => ({ access: 'anyone' as const, answer: () => new Response(word) });

test('static paths match before parameters whatever their order', async () => {
  const app = mountPages(
    [
      pageRoute('GET /things/:thingId/edit', sent('edit')),
      pageRoute('GET /things/:thingId', {
        access: 'anyone',
        answer: (_c, { thingId }) => new Response(`${thingId}`),
      }),
      pageRoute('GET /things/new', sent('new')),
      pageRoute('GET /things/new/edit', sent('new edit')),
    ],
    { requireFeature: async () => undefined },
  );
  const read = async (path: string) => (await app.request(path)).text();
  expect([await read('/things/new'), await read('/things/new/edit')]).toEqual(['new', 'new edit']);
  expect([await read('/things/7'), await read('/things/7/edit')]).toEqual(['7', 'edit']);
});
