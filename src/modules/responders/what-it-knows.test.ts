import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createResponderFixture, type ResponderFixture } from './responder-fixture.test-support.ts';

let fixture: ResponderFixture;

beforeAll(async () => {
  fixture = await createResponderFixture();
});
afterAll(() => fixture.testApp.stop());
beforeEach(() => fixture.begin());

describe('responder context', () => {
  test('contains earlier messages and what the responder has stored', async () => {
    fixture.state.answers = [{ replies: [{ type: 'text', text: 'Um' }], memory: { step: 1 } }];
    await fixture.receiveText('oi');
    await fixture.receiveText('e depois?');
    const [, second] = fixture.turns;
    expect(second).toMatchObject({ memory: { step: 1 }, answers: 1 });
    expect(await second?.history(10)).toEqual([
      { fromMe: false, text: 'oi' },
      { fromMe: true, text: 'Um' },
    ]);
  });

  test('contains the text of a voice reply', async () => {
    const note = { bytes: new Uint8Array([1, 2]), mime: 'audio/ogg', name: 'resposta.ogg', isVoice: true };
    fixture.replyWith({ type: 'file', ...note, speechText: 'Abrimos às nove' });
    await fixture.receiveText('quando abrem?');
    await fixture.receiveText('e fecham?');
    expect(await fixture.turns[1]?.history(10)).toEqual([
      { fromMe: false, text: 'quando abrem?' },
      { fromMe: true, text: 'Abrimos às nove' },
    ]);
  });

  test('contains type and caption of a file, not its name', async () => {
    const file = { bytes: new Uint8Array([1, 2]), mime: 'image/png' };
    fixture.replyWith(
      { type: 'file', ...file, name: 'catalogo.png' },
      { type: 'file', ...file, name: 'promo.png', caption: 'Só hoje' },
    );
    await fixture.receiveText('o que tem?');
    await fixture.receiveText('gostei');
    expect((await fixture.turns[1]?.history(10))?.slice(1)).toEqual([
      { fromMe: true, text: '[imagem]' },
      { fromMe: true, text: '[imagem] Só hoje' },
    ]);
  });
});
