import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, settings } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import type { LiveMessage, LiveSocket } from '@/core/realtime/hub.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createWorkFixture, type WorkFixture } from '../work/work-fixture.test-support.ts';
import type { PresenceFrame } from './presence-messages.listener.ts';
import { type TicketPresence, watchTicketPresence } from './ticket-presence.state.ts';

let work: WorkFixture;
let presence: TicketPresence;
let maria: number;
const open: LiveSocket[] = [];

beforeAll(async () => {
  work = await createWorkFixture();
  presence = watchTicketPresence(work.testApp.kernel);
});
afterAll(() => work.testApp.stop());

beforeEach(async () => {
  for (const socket of open.splice(0)) work.testApp.kernel.hub.remove(socket);
  ({ maria } = await work.reset());
  work.testApp.clock.advance(60_000);
  work.testApp.whatsapp.presences.length = 0;
  work.testApp.whatsapp.become({ companyId: work.system.companyId, connectionId: work.connectionId });
  await work.system.write(async (tx) => {
    await tx.db.update(connections).set({ status: 'CONNECTED' });
  });
});

type Page = { socket: LiveSocket; received: LiveMessage[] };

async function page(who: PersonName): Promise<Page> {
  const { kernel, people } = work.testApp;
  const actor = await loadActor(kernel, people.companyId.aurora, people.userId[who], `page-${who}`);
  if (!actor) throw new Error(`${who} is not in the cast`);
  const received: LiveMessage[] = [];
  const socket: LiveSocket = {
    actor,
    deliver: (message) => void received.push(message),
    close: () => undefined,
  };
  kernel.hub.add(socket);
  open.push(socket);
  return { socket, received };
}

const publish = <C extends PresenceFrame['channel']>(
  { socket }: Page,
  channel: C,
  data: Extract<PresenceFrame, { channel: C }>['data'],
) => presence.onFrame(socket, { channel, data } as PresenceFrame);

const locationOf = ({ socket }: Page) => work.testApp.kernel.services.ticketPresence.get(socket);

const peopleOf = ({ received }: Page) => {
  const last = received.findLast((message) => message.channel === 'ticketPresence');
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

describe('ticket presence', () => {
  test('is broadcast only to those who may read the ticket', async () => {
    const [bia, rui, caio] = [await page('bia'), await page('rui'), await page('caio')];
    publish(bia, 'viewing', { ticketId: maria });
    await until(() => peopleOf(rui)?.length === 1);
    expect(peopleOf(rui)).toEqual(['Bia viewing']);
    publish(bia, 'typing', { ticketId: maria, state: 'composing' });
    await until(() => peopleOf(rui)?.[0] === 'Bia composing');
    work.testApp.kernel.hub.remove(bia.socket);
    await until(() => peopleOf(rui)?.length === 0);
    expect(peopleOf(caio)).toBeUndefined();
  });

  test('is sent to a page that opens later, limited to readable tickets', async () => {
    const bia = await page('bia');
    publish(bia, 'typing', { ticketId: maria, state: 'composing' });
    await until(() => locationOf(bia) !== undefined);
    const [rui, caio] = [await page('rui'), await page('caio')];
    for (const one of [caio, rui]) publish(one, 'viewing', { ticketId: null });
    await until(() => peopleOf(rui) !== undefined);
    expect(peopleOf(rui)).toEqual(['Bia composing']);
    expect(peopleOf(caio)).toBeUndefined();
  });

  test('ignores users who may not read the ticket', async () => {
    const [caio, ana] = [await page('caio'), await page('ana')];
    publish(caio, 'viewing', { ticketId: maria });
    publish(caio, 'typing', { ticketId: maria, state: 'composing' });
    const rui = await page('rui');
    publish(rui, 'viewing', { ticketId: maria });
    await until(() => peopleOf(ana) !== undefined);
    expect(peopleOf(ana)).toEqual(['Rui viewing']);
    expect(locationOf(caio)).toBeUndefined();
  });

  test('shows a user with two pages once, at the page where they type', async () => {
    const [one, two, ana] = [await page('bia'), await page('bia'), await page('ana')];
    publish(one, 'viewing', { ticketId: maria });
    await until(() => peopleOf(ana)?.length === 1);
    publish(two, 'typing', { ticketId: maria, state: 'recording' });
    await until(() => peopleOf(ana)?.[0] === 'Bia recording');
    expect(peopleOf(ana)).toHaveLength(1);
  });
});

describe('presence from a chatty page', () => {
  test('is broadcast once per state the page settles in', async () => {
    const [bia, ana] = [await page('bia'), await page('ana')];
    for (let n = 0; n < 200; n += 1) publish(bia, 'viewing', { ticketId: maria });
    for (let n = 0; n < 200; n += 1) {
      publish(bia, 'typing', { ticketId: maria, state: 'composing' });
      publish(bia, 'typing', { ticketId: maria, state: 'recording' });
    }
    await until(() => peopleOf(ana)?.[0] === 'Bia recording');
    await work.testApp.settle();
    const reported = ana.received.filter(({ channel }) => channel === 'ticketPresence');
    expect(reported).toHaveLength(2);
  });

  test('limits typing updates to the customer to a phone’s rate and sends the final state', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const bia = await page('bia');
    const { presences } = work.testApp.whatsapp;
    const rest = async (state: 'composing' | 'recording' | 'paused') => {
      publish(bia, 'typing', { ticketId: maria, state });
      await until(() => locationOf(bia)?.state === (state === 'paused' ? 'viewing' : state));
      await work.testApp.settle();
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

describe('presence between agent and customer', () => {
  test('shows the customer that an agent types in an open ticket, throttled', async () => {
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    const bia = await page('bia');
    const { presences } = work.testApp.whatsapp;
    const type = (state: 'composing' | 'paused') => publish(bia, 'typing', { ticketId: maria, state });
    type('composing');
    await until(() => presences.length === 1);
    type('composing');
    type('paused');
    await until(() => presences.length === 2);
    expect(presences).toEqual([`composing ${CHAT}`, `paused ${CHAT}`]);
  });

  test('sends nothing for a pending ticket or when the company disables it', async () => {
    const [bia, ana] = [await page('bia'), await page('ana')];
    publish(bia, 'typing', { ticketId: maria, state: 'composing' });
    await until(() => peopleOf(ana)?.[0] === 'Bia composing');
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
    await work.system.write(async (tx) => {
      await tx.db.insert(settings).values({ key: 'sendTyping', value: 'disabled' });
    });
    publish(bia, 'typing', { ticketId: maria, state: 'recording' });
    await until(() => peopleOf(ana)?.[0] === 'Bia recording');
    await work.testApp.settle();
    expect(work.testApp.whatsapp.presences).toEqual([]);
  });

  test('subscribes to the customer’s presence as soon as an agent views the ticket', async () => {
    const bia = await page('bia');
    publish(bia, 'viewing', { ticketId: maria });
    await until(() => work.testApp.whatsapp.presences.includes(`subscribe ${CHAT}`));
  });
});
