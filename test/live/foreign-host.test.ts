import { afterAll, beforeAll, expect, test } from 'bun:test';
import { clientsOf } from './client-lines.ts';
import { eventsOf, type LiveApp, openLiveApp, until } from './lines.ts';

const FOREIGN = 'foreign.example';
let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
});
afterAll(() => live.stop());

test('broadcast URLs never use a forged Host header', async () => {
  const { aurora, url } = live;
  const page = await live.page('ana');
  const clients = clientsOf(live);
  const rui = await clients.connect('rui');
  await clients.ask(rui, 'joinNotification');
  const reply = await fetch(`${url}/messages/${aurora.imageId}/reactions`, {
    method: 'POST',
    headers: {
      Host: FOREIGN,
      Authorization: `Bearer ${await live.token('bia')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ type: '👍' }),
  });
  expect([reply.status, (await reply.text()).includes(`http://${FOREIGN}/media/`)]).toEqual([200, true]);
  await clients.caughtUp(rui);
  await until(() => eventsOf(page).some(({ channel }) => channel === 'appMessage'), 'the page hears');
  const [reported, notifiedPage] = [JSON.stringify(rui.events), JSON.stringify(page.frames)];
  expect(reported).toContain(`"mediaUrl":"${url}/media/`);
  expect(notifiedPage).toContain('"mediaUrl":"/media/');
  for (const text of [reported, notifiedPage]) expect(text).not.toContain(FOREIGN);
});

test('an invalid Host header is refused', async () => {
  for (const host of ['[', 'a b', 'a/b', 'x@y', 'a:99999']) {
    for (const path of ['/tickets', '/login', '/media/1', '/socket.io/?EIO=4&transport=polling']) {
      const reply = await fetch(`${live.url}${path}`, { headers: { Host: host, Accept: 'text/html' } });
      expect([host, path, reply.status]).toEqual([host, path, 400]);
    }
  }
});
