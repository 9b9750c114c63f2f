import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Service, startService } from '@test/responders/server.ts';
import type { Fault } from '@test/responders/servers/serve.ts';
import { ask, faultOf, reachOf, shown, turnOf } from '@test/responders/turn.ts';
import { toWhatsApp } from './rich-text.ts';
import { createTypebot, type TypebotSettings } from './typebot.client.ts';

let service: Service;
let now = 1_700_000_000_000;
beforeAll(async () => {
  service = await startService('typebot');
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.fails('hangs', 0);
  await service.requests();
});

const WORDS = { keywordFinish: 'sair', keywordRestart: 'reiniciar' };
const TEXTS = { restartMessage: 'Recomeçando.', unknownMessage: 'Não entendi.' };
const typebot = (options: Partial<TypebotSettings> = {}) =>
  createTypebot(
    { ...reachOf(service.url), now: () => now },
    { url: `${service.url}//`, slug: 'vendas', expires: 5, delayMs: 1_000, ...WORDS, ...TEXTS, ...options },
  );
const paths = async () => (await service.requests()).map(({ path }) => path.split('/').slice(-2).join('/'));

describe('Typebot conversation', () => {
  test('starts with the customer’s name and number and converts formatting, pauses and choices', async () => {
    const { replies, memory } = await ask(typebot(), turnOf(['oi']));
    expect(replies).toEqual([
      { type: 'pause', ms: 1_000 },
      { type: 'text', text: 'Oi *forte* _e_ ~claro~\nVeja [preços](https://example.com/p)' },
      { type: 'pause', ms: 2_000 },
      { type: 'pause', ms: 1_000 },
      { type: 'text', text: '▶️ Comprar\n▶️ Falar' },
    ]);
    expect(memory).toEqual({ typebotSessionId: expect.stringMatching(/^s\d+$/), at: now });
    const [start, ...others] = await service.requests();
    expect(others).toEqual([]);
    expect(JSON.parse(start?.body ?? '')).toEqual({
      ...{ isStreamEnabled: false, isOnlyRegistering: false },
      prefilledVariables: { number: '5511988887777', pushName: 'Maria Souza' },
    });
  });

  test('continues its session and sends each message separately', async () => {
    const { memory } = await ask(typebot(), turnOf(['oi']));
    const next = await ask(typebot(), turnOf(['um', 'dois'], memory));
    expect(shown(next.replies)).toEqual(['Você disse um', 'Você disse dois']);
    expect(next.memory.typebotSessionId).toBe(memory.typebotSessionId ?? '');
  });

  test('restarts after its minutes of silence, and never when set to 0', async () => {
    const { memory } = await ask(typebot(), turnOf(['oi']));
    now += 5 * 60_000 + 1;
    const later = await ask(typebot(), turnOf(['um'], memory));
    expect(later.memory.typebotSessionId).not.toBe(memory.typebotSessionId ?? '');
    now += 24 * 3_600_000;
    const never = await ask(typebot({ expires: 0 }), turnOf(['um'], later.memory));
    expect(never.memory.typebotSessionId).toBe(later.memory.typebotSessionId ?? '');
  });

  test('restarts a lost session and sends the first text to a flow that only listens', async () => {
    const { replies } = await ask(typebot(), turnOf(['um'], { typebotSessionId: 'gone', at: now }));
    expect(shown(replies)[0]).toContain('Oi *forte*');
    const listening = await ask(typebot({ slug: 'mudo' }), turnOf(['um']));
    expect(shown(listening.replies)).toEqual(['Você disse um']);
  });

  test('ends and restarts on the configured keywords', async () => {
    const { memory } = await ask(typebot(), turnOf(['oi']));
    await service.requests();
    const again = await ask(typebot(), turnOf(['Reiniciar '], memory));
    expect([shown(again.replies), again.memory.typebotSessionId]).toEqual([['Recomeçando.'], null]);
    expect((await ask(typebot(), turnOf(['SAIR', 'nunca ouvido'], memory))).replies).toEqual([
      { type: 'close' },
    ]);
    expect(await paths()).toEqual([]);
  });

  test('answers with the unknown message when nothing matches or nothing is returned', async () => {
    const { memory } = await ask(typebot(), turnOf(['oi']));
    expect(shown((await ask(typebot(), turnOf(['99'], memory))).replies)).toEqual(['Não entendi.']);
    expect(shown((await ask(typebot(), turnOf(['fim'], memory))).replies)).toEqual(['Não entendi.']);
    const silent = typebot({ unknownMessage: '' });
    const other = await ask(silent, turnOf(['oi']));
    expect(shown((await ask(silent, turnOf(['fim'], other.memory))).replies)).toEqual([]);
  });
});

describe('Typebot content', () => {
  test('fetches media through the safe call, sends other URLs as links and refuses internal ones', async () => {
    const { memory } = await ask(typebot(), turnOf(['oi']));
    const { replies } = await ask(typebot(), turnOf(['mídia'], memory));
    expect(shown(replies)).toEqual([
      'image/png picture.png',
      'audio/mpeg voice.mp3 (voz)',
      'video/mp4 clip.mp4',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://example.com/mapa',
      'http://169.254.169.254/latest',
    ]);
  });

  test('stops at a command and ignores anything after it', async () => {
    const { memory } = await ask(typebot(), turnOf(['oi']));
    const sent = async (text: string) => shown((await ask(typebot(), turnOf([text], memory))).replies);
    expect(await sent('parar')).toEqual(['Até já', { type: 'leave' }]);
    expect(await sent('fila')).toEqual([{ type: 'transfer', queueId: 3 }]);
    expect(await sent('pessoa')).toEqual([{ type: 'transfer', queueId: 3, userId: 8 }]);
    expect(await sent('quase')).toEqual(['#{isto não é comando', '#1 da lista']);
  });

  test('converts rich text of any depth and kind to text', () => {
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

describe('Typebot errors', () => {
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
  for (const [fault, sent] of cases)
    test(`${fault}: ${sent}`, async () => {
      await service.fails(fault);
      expect(await faultOf(ask(typebot(), turnOf(['oi'])))).toBe(sent);
    });

  test('aborts a hanging service when the time is over', async () => {
    await service.fails('hangs');
    const work = typebot().answer(turnOf(['oi']), AbortSignal.timeout(100));
    expect(['timeout', 'unreachable']).toContain(await faultOf(work));
  });

  test('report an absent, internal or unconfigured service', async () => {
    expect(await faultOf(ask(typebot({ url: 'http://10.0.0.1' }), turnOf(['oi'])))).toBe('unreachable');
    expect(await faultOf(ask(typebot({ url: '' }), turnOf(['oi'])))).toBe('unset');
    expect(await faultOf(ask(typebot({ slug: '../../x' }), turnOf(['oi'])))).toBe('refused');
    expect((await service.requests()).map(({ path }) => path)).toEqual([
      '/api/v1/typebots/..%2F..%2Fx/startChat',
    ]);
  });
});
