import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App } from './app.test-support.ts';
import { cappedUntil, lockedUntil } from './baileys/connection/restriction.ts';

const NOON = 1_780_000_000;

describe('restriction end time', () => {
  test('is the announced end, or a day later when none is given', () => {
    expect(lockedUntil({ isActive: false }, 5)).toBeNull();
    expect(lockedUntil({ isActive: true, timeEnforcementEnds: new Date(7) }, 5)).toBe(7);
    expect(lockedUntil({ isActive: true }, 5)).toBe(86_400_005);
    expect(cappedUntil({ capping_status: 'SECOND_WARNING' as never }, 5)).toBeUndefined();
    expect(cappedUntil({ capping_status: 'CAPPED' as never, cycle_end_timestamp: '9' }, 5)).toBe(9_000);
    expect(cappedUntil({ capping_status: 'CAPPED' as never }, 5)).toBe(86_400_005);
  });
});

describe.skipIf(!isAuthorityTrusted())('number restriction', () => {
  let network: Network;
  let owner: Phone;
  let app: App;

  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    owner = network.phone({ number: '5511995000001', name: 'Aurora' });
    app = new App(network);
    await app.pair(owner);
  });
  afterEach(() => app.whatsapp.stopAll());

  const reported = (on: App, count: number) =>
    network
      .until(() => on.listener.restrictions.length >= count, 30_000, `${count} restrictions`)
      .then(() => on.listener.restrictions);

  test('is reported when it starts and ends; chat quotas only once none are left', async () => {
    owner.restrict(NOON);
    owner.restrict(null);
    owner.cap('FIRST_WARNING', NOON + 1);
    owner.cap('CAPPED', NOON + 2);
    expect(await reported(app, 3)).toEqual([NOON * 1_000, null, (NOON + 2) * 1_000]);
  });

  test('that changed while offline is reported after reconnecting', async () => {
    await app.whatsapp.stopAll();
    owner.restrict(NOON);
    app = app.successor();
    await app.pairedAgain();
    expect(await reported(app, 1)).toEqual([NOON * 1_000]);
  });
});
