import { afterAll, beforeAll, expect, test } from 'bun:test';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { startCampaign } from './crash/campaign.ts';
import { type Fixture, openFixture, pairOwner, until } from './crash/fixture.ts';

const PEOPLE = 60;
const KILLS = 6;

installConsoleFilter();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture({ customers: 0 });
});
afterAll(() => fixture.end());

type Shipping = { number: string; state: string; reason: string | null };

test(
  `a campaign of ${PEOPLE} in an app killed ${KILLS} times reaches everybody exactly once`,
  async () => {
    const { api, running, network } = fixture;
    const phones = Array.from({ length: PEOPLE }, (_, n) =>
      network.phone({ number: `55119${70_000_000 + n}`, name: `Person ${n}` }),
    );
    const { id } = await startCampaign(fixture, 'Natal', phones);

    for (let kill = 0; kill < KILLS; kill += 1) {
      const reached = () => phones.filter(({ received }) => received.length > 0).length;
      const enough = Math.min(reached() + 1 + Math.floor(Math.random() * 4), PEOPLE);
      await until('more are reached', () => reached() >= enough, 60_000);
      await running.kill();
      running.spawn();
      await running.answers(60_000);
    }
    const readCampaign = () => api.call<{ status: string; shipping: Shipping[] }>('GET', `/campaigns/${id}`);
    const done = await until(
      'the campaign ends',
      async () => {
        const campaign = await readCampaign();
        return campaign.status !== 'EM_ANDAMENTO' && campaign;
      },
      180_000,
    );

    expect(done.status).toBe('FINALIZADA');
    const failed = done.shipping.filter(({ state }) => state !== 'delivered');
    expect(failed).toEqual([]);
    const got = phones.map(({ received }) => received.map(({ text }) => text));
    expect(got).toEqual(phones.map(({ name }) => [`Oi, ${name}!`]));
    expect(phones.length).toBeGreaterThan(KILLS);
  },
  10 * 60_000,
);

test(
  'a campaign whose phone unlinks the app stops, and reaches the others once after pairing again',
  async () => {
    const { api, network, owner } = fixture;
    const phones = Array.from({ length: PEOPLE }, (_, n) =>
      network.phone({ number: `55119${72_000_000 + n}`, name: `Friend ${n}` }),
    );
    const { id, whatsappId } = await startCampaign(fixture, 'Páscoa', phones);
    type Campaign = { status: string; stoppedFor: string | null; shipping: Shipping[] };
    const read = () => api.call<Campaign>('GET', `/campaigns/${id}`);
    const reached = () => phones.filter(({ received }) => received.length > 0).length;

    await until('some are reached', () => reached() >= 5);
    owner.unlink();
    const stopped = await until('the campaign stops', async () => {
      const campaign = await read();
      return campaign.status !== 'EM_ANDAMENTO' && campaign;
    });
    expect(stopped).toMatchObject({ status: 'CANCELADA', stoppedFor: 'logged_out' });
    expect(stopped.shipping.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(reached()).toBeLessThan(PEOPLE);

    await api.call('PUT', `/whatsappsession/${whatsappId}`);
    await pairOwner(fixture, whatsappId);
    await api.call('POST', `/campaigns/${id}/restart`);
    const done = await until(
      'the campaign ends',
      async () => {
        const campaign = await read();
        return campaign.status !== 'EM_ANDAMENTO' && campaign;
      },
      180_000,
    );
    expect(done.status).toBe('FINALIZADA');
    const got = phones.map(({ received }) => received.map(({ text }) => text));
    expect(got).toEqual(phones.map(({ name }) => [`Oi, ${name}!`]));
  },
  10 * 60_000,
);
