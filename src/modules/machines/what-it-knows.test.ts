import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createMachineDesk, type MachineDesk } from './machine-desk.test-support.ts';

let desk: MachineDesk;

beforeAll(async () => {
  desk = await createMachineDesk();
});
afterAll(() => desk.desk.stop());
beforeEach(() => desk.begin());

describe('a machine', () => {
  test('knows the customer, what was said before, and what it has kept', async () => {
    desk.state.answers = [{ replies: [{ type: 'text', text: 'Um' }], kept: { step: 1 } }];
    await desk.told('oi');
    await desk.told('e depois?');
    const [, second] = desk.turns;
    expect(second).toMatchObject({ kept: { step: 1 }, answers: 1 });
    expect(await second?.history(10)).toEqual([
      { fromMe: false, text: 'oi' },
      { fromMe: true, text: 'Um' },
    ]);
  });

  test('knows what it said by voice, and people read it under the voice note', async () => {
    const note = { bytes: new Uint8Array([1, 2]), mime: 'audio/ogg', name: 'resposta.ogg', isVoice: true };
    desk.says({ type: 'file', ...note, spoken: 'Abrimos às nove' });
    await desk.told('quando abrem?');
    await desk.told('e fecham?');
    expect(await desk.turns[1]?.history(10)).toEqual([
      { fromMe: false, text: 'quando abrem?' },
      { fromMe: true, text: 'Abrimos às nove' },
    ]);
  });

  test('of a file it hears the kind and the caption, not the name', async () => {
    const file = { bytes: new Uint8Array([1, 2]), mime: 'image/png' };
    desk.says(
      { type: 'file', ...file, name: 'catalogo.png' },
      { type: 'file', ...file, name: 'promo.png', caption: 'Só hoje' },
    );
    await desk.told('o que tem?');
    await desk.told('gostei');
    expect((await desk.turns[1]?.history(10))?.slice(1)).toEqual([
      { fromMe: true, text: '[imagem]' },
      { fromMe: true, text: '[imagem] Só hoje' },
    ]);
  });
});
