import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Service, startService } from '@test/machines/server.ts';
import type { Fault } from '@test/machines/servers/serve.ts';
import { ask, faultOf, reachOf, shown, turnOf } from '@test/machines/turn.ts';
import { toWhatsApp } from './rich-text.ts';
import { createTypebot, type TypebotSettings } from './typebot.ts';

let service: Service;
let now = 1_700_000_000_000;
beforeAll(async () => {
  service = await startService('typebot');
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.fails('hangs', 0);
  await service.heard();
});

const WORDS = { keywordFinish: 'sair', keywordRestart: 'reiniciar' };
const SAYS = { restartMessage: 'Recomeçando.', unknownMessage: 'Não entendi.' };
const typebot = (given: Partial<TypebotSettings> = {}) =>
  createTypebot(
    { ...reachOf(service.url), now: () => now },
    { url: `${service.url}//`, slug: 'vendas', expires: 5, delayMs: 1_000, ...WORDS, ...SAYS, ...given },
  );
const paths = async () => (await service.heard()).map(({ path }) => path.split('/').slice(-2).join('/'));

describe('a conversation', () => {
  test('starts with the customer’s name and number, in WhatsApp’s marks, with its pauses and choices', async () => {
    const { replies, kept } = await ask(typebot(), turnOf(['oi']));
    expect(replies).toEqual([
      { type: 'pause', ms: 1_000 },
      { type: 'text', text: 'Oi *forte* _e_ ~claro~\nVeja [preços](https://example.com/p)' },
      { type: 'pause', ms: 2_000 },
      { type: 'pause', ms: 1_000 },
      { type: 'text', text: '▶️ Comprar\n▶️ Falar' },
    ]);
    expect(kept).toEqual({ typebotSessionId: expect.stringMatching(/^s\d+$/), at: now });
    const [start, ...others] = await service.heard();
    expect(others).toEqual([]);
    expect(JSON.parse(start?.body ?? '')).toEqual({
      ...{ isStreamEnabled: false, isOnlyRegistering: false },
      prefilledVariables: { number: '5511988887777', pushName: 'Maria Souza' },
    });
  });

  test('goes on in its session, each message for itself', async () => {
    const { kept } = await ask(typebot(), turnOf(['oi']));
    const next = await ask(typebot(), turnOf(['um', 'dois'], kept));
    expect(shown(next.replies)).toEqual(['Você disse um', 'Você disse dois']);
    expect(next.kept.typebotSessionId).toBe(kept.typebotSessionId ?? '');
  });

  test('begins anew after its minutes of silence, and not at 0', async () => {
    const { kept } = await ask(typebot(), turnOf(['oi']));
    now += 5 * 60_000 + 1;
    const later = await ask(typebot(), turnOf(['um'], kept));
    expect(later.kept.typebotSessionId).not.toBe(kept.typebotSessionId ?? '');
    now += 24 * 3_600_000;
    const never = await ask(typebot({ expires: 0 }), turnOf(['um'], later.kept));
    expect(never.kept.typebotSessionId).toBe(later.kept.typebotSessionId ?? '');
  });

  test('a session that is gone is begun anew; a flow that only listens hears the first words', async () => {
    const { replies } = await ask(typebot(), turnOf(['um'], { typebotSessionId: 'gone', at: now }));
    expect(shown(replies)[0]).toContain('Oi *forte*');
    const listening = await ask(typebot({ slug: 'mudo' }), turnOf(['um']));
    expect(shown(listening.replies)).toEqual(['Você disse um']);
  });

  test('its words end and restart it', async () => {
    const { kept } = await ask(typebot(), turnOf(['oi']));
    await service.heard();
    const again = await ask(typebot(), turnOf(['Reiniciar '], kept));
    expect([shown(again.replies), again.kept.typebotSessionId]).toEqual([['Recomeçando.'], null]);
    expect((await ask(typebot(), turnOf(['SAIR', 'nunca ouvido'], kept))).replies).toEqual([
      { type: 'close' },
    ]);
    expect(await paths()).toEqual([]);
  });

  test('what it does not understand, and nothing at all, is the unknown message', async () => {
    const { kept } = await ask(typebot(), turnOf(['oi']));
    expect(shown((await ask(typebot(), turnOf(['99'], kept))).replies)).toEqual(['Não entendi.']);
    expect(shown((await ask(typebot(), turnOf(['fim'], kept))).replies)).toEqual(['Não entendi.']);
    const silent = typebot({ unknownMessage: '' });
    const other = await ask(silent, turnOf(['oi']));
    expect(shown((await ask(silent, turnOf(['fim'], other.kept))).replies)).toEqual([]);
  });
});

describe('what a flow shows', () => {
  test('pictures, voices and films come by the safe call; the rest is a link, the inside is not asked', async () => {
    const { kept } = await ask(typebot(), turnOf(['oi']));
    const { replies } = await ask(typebot(), turnOf(['mídia'], kept));
    expect(shown(replies)).toEqual([
      'image/png picture.png',
      'audio/mpeg voice.mp3 (voz)',
      'video/mp4 clip.mp4',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://example.com/mapa',
      'http://169.254.169.254/latest',
    ]);
  });

  test('commands end it: nothing behind them is said', async () => {
    const { kept } = await ask(typebot(), turnOf(['oi']));
    const said = async (text: string) => shown((await ask(typebot(), turnOf([text], kept))).replies);
    expect(await said('parar')).toEqual(['Até já', { type: 'leave' }]);
    expect(await said('fila')).toEqual([{ type: 'transfer', queueId: 3 }]);
    expect(await said('pessoa')).toEqual([{ type: 'transfer', queueId: 3, userId: 8 }]);
    expect(await said('quase')).toEqual(['#{isto não é comando', '#1 da lista']);
  });

  test('rich text of any depth and kind is text', () => {
    let deep: object = { text: 'fundo' };
    for (let n = 0; n < 5_000; n += 1) deep = { type: 'p', children: [deep] };
    expect(toWhatsApp([deep])).toBe('');
    expect(
      toWhatsApp([{ type: 'p', children: [{ text: ' a ', bold: true, italic: true }, { text: 'b' }] }]),
    ).toBe('*_a_* b');
    const list = {
      type: 'ul',
      children: [
        { type: 'li', children: [{ type: 'lic', children: [{ text: 'um' }] }] },
        { type: 'li', children: [{ text: 'dois' }] },
      ],
    };
    expect(toWhatsApp([list])).toBe('- um\n- dois');
    for (const odd of [undefined, null, 7, 'x', [null, 3, 'x', {}], { type: 'p' }])
      expect(toWhatsApp(odd)).toBe('');
  });
});

describe('a service in trouble', () => {
  const cases: [Fault, string][] = [
    ['html', 'broken'],
    ['huge', 'broken'],
    ['redirects', 'broken'],
    ['wrong', 'broken'],
    [401, 'refused'],
    [404, 'refused'],
    [429, 'busy'],
    [500, 'broken'],
    [503, 'busy'],
  ];
  for (const [fault, said] of cases)
    test(`${fault}: ${said}`, async () => {
      await service.fails(fault);
      expect(await faultOf(ask(typebot(), turnOf(['oi'])))).toBe(said);
    });

  test('one that hangs is given up with the turn', async () => {
    await service.fails('hangs');
    const work = typebot().answer(turnOf(['oi']), AbortSignal.timeout(100));
    expect(['timeout', 'unreachable']).toContain(await faultOf(work));
  });

  test('one that is not there, inside, or not set up', async () => {
    expect(await faultOf(ask(typebot({ url: 'http://10.0.0.1' }), turnOf(['oi'])))).toBe('unreachable');
    expect(await faultOf(ask(typebot({ url: '' }), turnOf(['oi'])))).toBe('unset');
    expect(await faultOf(ask(typebot({ slug: '../../x' }), turnOf(['oi'])))).toBe('refused');
    expect((await service.heard()).map(({ path }) => path)).toEqual([
      '/api/v1/typebots/..%2F..%2Fx/startChat',
    ]);
  });
});
