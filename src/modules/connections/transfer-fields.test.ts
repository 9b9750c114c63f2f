import { afterAll, beforeAll, expect, test } from 'bun:test';
import { AURORA, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
let queues: [first: number, second: number];
beforeAll(async () => {
  fixture = await openApp();
  const add = (name: string, color: string) => fixture.addQueue(AURORA, name, color);
  queues = [await add('Compras', '#123456'), await add('Entregas', '#654321')];
});
afterAll(() => fixture.close());

type Shown = { queueId: string; minutes: string; isWarned: boolean };

function read(html: string): Shown {
  const fields = html.slice(html.indexOf('id="transfer-fields"'));
  const select = fields.slice(0, fields.indexOf('</select>'));
  return {
    queueId: /<option value="(\d*)" selected/.exec(select)?.[1] ?? '',
    minutes: /<input[^>]*name="timeToTransfer"[^>]*value="(\d*)"/.exec(fields)?.[1] ?? '',
    isWarned: fields.includes('data-transfer-missing'),
  };
}

async function shown(query: string): Promise<Shown> {
  const reply = await fixture.ask(fixture.ana, 'GET', `/connections/transfer?${query}`, { partial: true });
  expect(reply.status).toBe(200);
  return read(await reply.text());
}
const chosen = (...ids: number[]) => ['queueIds=', ...ids.map((id) => `queueIds=${id}`)].join('&');

test('are filled in at the second queue, and not before', async () => {
  const [first, second] = queues;
  expect(await shown(chosen(first))).toEqual({ queueId: '', minutes: '', isWarned: false });
  const filled = { queueId: String(first), minutes: '30', isWarned: false };
  expect(await shown(chosen(first, second))).toEqual(filled);
  expect(await shown(`${chosen(first, second)}&timeToTransfer=12`)).toEqual({ ...filled, minutes: '12' });
});

test('keep the choice of the administrator, and warn of none', async () => {
  const both = chosen(...queues);
  expect(await shown(`${both}&transferQueueId=${queues[1]}&timeToTransfer=5`)).toEqual({
    queueId: String(queues[1]),
    minutes: '5',
    isWarned: false,
  });
  const none = { queueId: '', minutes: '30', isWarned: true };
  expect(await shown(`${both}&transferIsShown=true&transferQueueId=&timeToTransfer=30`)).toEqual(none);
  const never = `${both}&transferIsShown=true&transferQueueId=${queues[0]}&timeToTransfer=`;
  expect((await shown(never)).isWarned).toBe(true);
});

test('of a stored connection are as stored, with the warning', async () => {
  const id = await fixture.addConnection(AURORA, { name: 'Loja', greetingMessage: 'Oi' });
  await fixture.ask(fixture.ana, 'PUT', `/api/whatsapp/${id}`, { json: { queueIds: queues } });
  const edit = async () =>
    read(await (await fixture.ask(fixture.ana, 'GET', `/connections/${id}/edit`, { partial: true })).text());
  expect(await edit()).toEqual({ queueId: '', minutes: '', isWarned: true });
});

test('are for administrators, with the queues of their company', async () => {
  const path = `/connections/transfer?${chosen(...queues)}`;
  expect((await fixture.ask(fixture.bia, 'GET', path, { partial: true })).status).toBe(403);
  const strange = await fixture.ask(fixture.davi, 'GET', path, { partial: true });
  expect(await strange.text()).not.toContain('Compras');
});
