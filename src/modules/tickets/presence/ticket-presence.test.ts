import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, settings } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import type { LiveMessage, LiveSocket } from '@/kernel/live/hub.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createWorkDesk, type WorkDesk } from '../work/work-desk.test-support.ts';
import type { PlaceFrame } from './place-words.ts';
import { type TicketPresence, watchTicketPresence } from './ticket-presence.ts';

let work: WorkDesk;
let presence: TicketPresence;
let maria: number;
const open: LiveSocket[] = [];

beforeAll(async () => {
  work = await createWorkDesk();
  presence = watchTicketPresence(work.desk.kernel);
});
afterAll(() => work.desk.stop());

beforeEach(async () => {
  for (const socket of open.splice(0)) work.desk.kernel.hub.remove(socket);
  ({ maria } = await work.reset());
  work.desk.clock.advance(60_000);
  work.desk.whatsapp.presences.length = 0;
  work.desk.whatsapp.become({ companyId: work.system.companyId, connectionId: work.connectionId });
  await work.system.write(async (tx) => {
    await tx.db.update(connections).set({ status: 'CONNECTED' });
  });
});

type Page = { socket: LiveSocket; heard: LiveMessage[] };

async function page(who: PersonName): Promise<Page> {
  const { kernel, cast } = work.desk;
  const actor = await loadActor(kernel, cast.companyId.aurora, cast.userId[who], `page-${who}`);
  if (!actor) throw new Error(`${who} is not in the cast`);
  const heard: LiveMessage[] = [];
  const socket: LiveSocket = {
    actor,
    deliver: (message) => void heard.push(message),
    close: () => undefined,
  };
  kernel.hub.add(socket);
  open.push(socket);
  return { socket, heard };
}

const say = <C extends PlaceFrame['channel']>(
  { socket }: Page,
  channel: C,
  data: Extract<PlaceFrame, { channel: C }>['data'],
) => presence.onFrame(socket, { channel, data } as PlaceFrame);

const placeOf = ({ socket }: Page) => work.desk.kernel.services.ticketPlaces.get(socket);

const peopleOf = ({ heard }: Page) => {
  const last = heard.findLast((message) => message.channel === 'ticketPresence');
  return (last?.data as { people: { name: string; state: string }[] } | undefined)?.people.map(
    ({ name, state }) => `${name} ${state}`,
  );
};

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !holds(); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(holds()).toBe(true);
}

const CHAT = '5511911110001@s.whatsapp.net';

describe('who is in a ticket', () => {
  test('is told to those who may read it, and to nobody else', async () => {
    const [bia, rui, caio] = [await page('bia'), await page('rui'), await page('caio')];
    say(bia, 'viewing', { ticketId: maria });
    await until(() => peopleOf(rui)?.length === 1);
    expect(peopleOf(rui)).toEqual(['Bia viewing']);
    say(bia, 'typing', { ticketId: maria, state: 'composing' });
    await until(() => peopleOf(rui)?.[0] === 'Bia composing');
    work.desk.kernel.hub.remove(bia.socket);
    await until(() => peopleOf(rui)?.length === 0);
    expect(peopleOf(caio)).toBeUndefined();
  });

  test('is known to a page that opens later, as far as it may read', async () => {
    const bia = await page('bia');
    say(bia, 'typing', { ticketId: maria, state: 'composing' });
    await until(() => placeOf(bia) !== undefined);
    const [rui, caio] = [await page('rui'), await page('caio')];
    for (const one of [caio, rui]) say(one, 'viewing', { ticketId: null });
    await until(() => peopleOf(rui) !== undefined);
    expect(peopleOf(rui)).toEqual(['Bia composing']);
    expect(peopleOf(caio)).toBeUndefined();
  });

  test('who may not read it cannot be in it', async () => {
    const [caio, ana] = [await page('caio'), await page('ana')];
    say(caio, 'viewing', { ticketId: maria });
    say(caio, 'typing', { ticketId: maria, state: 'composing' });
    const rui = await page('rui');
    say(rui, 'viewing', { ticketId: maria });
    await until(() => peopleOf(ana) !== undefined);
    expect(peopleOf(ana)).toEqual(['Rui viewing']);
    expect(placeOf(caio)).toBeUndefined();
  });

  test('a person with two pages is one person, where they write', async () => {
    const [one, two, ana] = [await page('bia'), await page('bia'), await page('ana')];
    say(one, 'viewing', { ticketId: maria });
    await until(() => peopleOf(ana)?.length === 1);
    say(two, 'typing', { ticketId: maria, state: 'recording' });
    await until(() => peopleOf(ana)?.[0] === 'Bia recording');
    expect(peopleOf(ana)).toHaveLength(1);
  });
});

describe('a page that says a lot', () => {
  test('is told about once for each place it comes to rest in', async () => {
    const [bia, ana] = [await page('bia'), await page('ana')];
    for (let n = 0; n < 200; n += 1) say(bia, 'viewing', { ticketId: maria });
    for (let n = 0; n < 200; n += 1) {
      say(bia, 'typing', { ticketId: maria, state: 'composing' });
      say(bia, 'typing', { ticketId: maria, state: 'recording' });
    }
    await until(() => peopleOf(ana)?.[0] === 'Bia recording');
    await work.desk.settle();
    const told = ana.heard.filter(({ channel }) => channel === 'ticketPresence');
    expect(told).toHaveLength(2);
  });

  test('reaches the customer no more often than a phone would, and its end does', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const bia = await page('bia');
    const { presences } = work.desk.whatsapp;
    const rest = async (state: 'composing' | 'recording' | 'paused') => {
      say(bia, 'typing', { ticketId: maria, state });
      await until(() => placeOf(bia)?.state === (state === 'paused' ? 'viewing' : state));
      await work.desk.settle();
    };
    for (let n = 0; n < 20; n += 1) {
      await rest('composing');
      await rest('recording');
    }
    await rest('paused');
    await until(() => presences.at(-1) === `paused ${CHAT}`);
    expect(presences).toHaveLength(5);
  });
});

describe('the customer', () => {
  test('sees that an agent types in an open ticket, not at every key', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const bia = await page('bia');
    const { presences } = work.desk.whatsapp;
    const type = (state: 'composing' | 'paused') => say(bia, 'typing', { ticketId: maria, state });
    type('composing');
    await until(() => presences.length === 1);
    type('composing');
    type('paused');
    await until(() => presences.length === 2);
    expect(presences).toEqual([`composing ${CHAT}`, `paused ${CHAT}`]);
  });

  test('sees nothing while the ticket waits, or when the company does not want it', async () => {
    const [bia, ana] = [await page('bia'), await page('ana')];
    say(bia, 'typing', { ticketId: maria, state: 'composing' });
    await until(() => peopleOf(ana)?.[0] === 'Bia composing');
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.system.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'sendTyping', value: 'disabled' });
    });
    say(bia, 'typing', { ticketId: maria, state: 'recording' });
    await until(() => peopleOf(ana)?.[0] === 'Bia recording');
    await work.desk.settle();
    expect(work.desk.whatsapp.presences).toEqual([]);
  });

  test('is followed as soon as somebody looks', async () => {
    const bia = await page('bia');
    say(bia, 'viewing', { ticketId: maria });
    await until(() => work.desk.whatsapp.presences.includes(`subscribe ${CHAT}`));
  });
});
