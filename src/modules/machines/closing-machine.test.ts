import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createMachineDesk, type MachineDesk } from './machine-desk.test-support.ts';

let desk: MachineDesk;
beforeAll(async () => {
  desk = await createMachineDesk();
});
afterAll(() => desk.desk.stop());
beforeEach(() => desk.begin());

describe('a machine that closes', () => {
  beforeEach(async () => {
    await desk.connection({ complationMessage: 'Obrigado!', ratingMessage: 'Que tal?' });
    desk.says({ type: 'text', text: 'Até logo!' }, { type: 'close' });
  });
  const sayGoodbye = async () => {
    for (let round = 0; round < 2; round += 1) {
      desk.desk.clock.advance(10_000);
      desk.desk.kernel.outbox.wake(desk.scope.companyId, 'farewell:');
      await desk.desk.settle();
    }
  };

  test('says the goodbye of the connection, once, behind its own words', async () => {
    await desk.told('oi');
    expect(await desk.heard()).toEqual(['Até logo!']);
    await sayGoodbye();
    expect(await desk.heard()).toEqual(['Até logo!', 'Obrigado!']);
    expect((await desk.story()).at(-1)).toMatchObject({ type: 'closed', cause: 'byMachine' });
  });

  test('asks nobody to rate it: nobody of ours was there', async () => {
    await desk.bot.setting('userRating', 'enabled');
    await desk.told('oi');
    await sayGoodbye();
    expect(await desk.heard()).toEqual(['Até logo!', 'Obrigado!']);
    expect(await desk.bot.tracking()).toMatchObject({ ratingAt: null });
  });

  test('says none when the customer is back before it', async () => {
    await desk.told('oi');
    await desk.write('só mais uma coisa');
    await sayGoodbye();
    expect(await desk.heard()).toEqual(['Até logo!', 'Até logo!', 'Obrigado!']);
  });
});
