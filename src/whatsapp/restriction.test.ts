import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { cappedUntil, lockedUntil } from './baileys/restriction.ts';
import { Desk } from './desk.test-support.ts';
import { isAuthorityTrusted, startTestNetwork } from './simulator/desk.fixture.ts';
import type { Network, Phone } from './simulator/index.ts';

const NOON = 1_780_000_000;

describe('what a restriction says', () => {
  test('until when, or for a day where no end is told', () => {
    expect(lockedUntil({ isActive: false }, 5)).toBeNull();
    expect(lockedUntil({ isActive: true, timeEnforcementEnds: new Date(7) }, 5)).toBe(7);
    expect(lockedUntil({ isActive: true }, 5)).toBe(86_400_005);
    expect(cappedUntil({ capping_status: 'SECOND_WARNING' as never }, 5)).toBeUndefined();
    expect(cappedUntil({ capping_status: 'CAPPED' as never, cycle_end_timestamp: '9' }, 5)).toBe(9_000);
    expect(cappedUntil({ capping_status: 'CAPPED' as never }, 5)).toBe(86_400_005);
  });
});

describe.skipIf(!isAuthorityTrusted())('a restriction of the number', () => {
  let network: Network;
  let owner: Phone;
  let desk: Desk;

  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    owner = network.phone({ number: '5511995000001', name: 'Aurora' });
    desk = new Desk(network);
    await desk.pair(owner);
  });
  afterEach(() => desk.whatsapp.stopAll());

  const told = (on: Desk, count: number) =>
    network
      .until(() => on.listener.restrictions.length >= count, 5000, `${count} restrictions`)
      .then(() => on.listener.restrictions);

  test('is told at once, and that it is over; of the chats that are left only that none is', async () => {
    owner.restrict(NOON);
    owner.restrict(null);
    owner.cap('FIRST_WARNING', NOON + 1);
    owner.cap('CAPPED', NOON + 2);
    expect(await told(desk, 3)).toEqual([NOON * 1_000, null, (NOON + 2) * 1_000]);
  });

  test('while we were away is told when we are back', async () => {
    await desk.whatsapp.stopAll();
    owner.restrict(NOON);
    desk = desk.successor();
    await desk.pairedAgain();
    expect(await told(desk, 1)).toEqual([NOON * 1_000]);
  });
});
