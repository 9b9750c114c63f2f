import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createResponderFixture, type ResponderFixture } from './responder-fixture.test-support.ts';

let fixture: ResponderFixture;
beforeAll(async () => {
  fixture = await createResponderFixture();
});
afterAll(() => fixture.testApp.stop());
beforeEach(() => fixture.begin());

describe('responder that closes the ticket', () => {
  beforeEach(async () => {
    await fixture.connection({ complationMessage: 'Obrigado!', ratingMessage: 'Que tal?' });
    fixture.replyWith({ type: 'text', text: 'Até logo!' }, { type: 'close' });
  });
  const sendGoodbye = async () => {
    for (let round = 0; round < 2; round += 1) {
      fixture.testApp.clock.advance(10_000);
      fixture.testApp.kernel.outbox.wake(fixture.scope.companyId, 'farewell:');
      await fixture.testApp.settle();
    }
  };

  test('sends the connection’s farewell once after its own text', async () => {
    await fixture.receiveText('oi');
    expect(await fixture.replies()).toEqual(['Até logo!']);
    await sendGoodbye();
    expect(await fixture.replies()).toEqual(['Até logo!', 'Obrigado!']);
    expect((await fixture.history()).at(-1)).toMatchObject({ type: 'closed', cause: 'byMachine' });
  });

  test('asks for no rating because no agent took part', async () => {
    await fixture.bot.setting('userRating', 'enabled');
    await fixture.receiveText('oi');
    await sendGoodbye();
    expect(await fixture.replies()).toEqual(['Até logo!', 'Obrigado!']);
    expect(await fixture.bot.tracking()).toMatchObject({ ratingAt: null });
  });

  test('sends no farewell when the customer writes before it', async () => {
    await fixture.receiveText('oi');
    await fixture.write('só mais uma coisa');
    await sendGoodbye();
    expect(await fixture.replies()).toEqual(['Até logo!', 'Até logo!', 'Obrigado!']);
  });
});
