import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { type Service, startService } from '@test/responders/server.ts';
import type { Fault } from '@test/responders/servers/serve.ts';
import { ask, faultOf, reachOf, shown, turnOf } from '@test/responders/turn.ts';
import { createDialogflow } from './dialogflow-responder.ts';
import { createTokens } from './service-account.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = (key: typeof publicKey) => key.export({ type: 'spki', format: 'pem' }) as string;
let service: Service;
let now = 1_700_000_000_000;
let tokens = createTokens(() => now);
beforeAll(async () => {
  service = await startService('dialogflow', pem(publicKey));
});
afterAll(() => service.stop());
beforeEach(async () => {
  tokens = createTokens(() => now);
  await service.fails('hangs', 0);
  await service.requests();
});

const voice = new TextEncoder().encode('voz');
function agent(options: object = {}) {
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const account = { client_email: 'agente@vendas.iam', private_key, token_uri: `${service.url}/token` };
  const project = { name: 'vendas', language: 'pt-BR', baseUrl: service.url, title: 'Agente' };
  return createDialogflow(
    { ...reachOf(service.url), tokens, bytesOf: async () => voice },
    { ...project, credentials: JSON.stringify(account), ...options },
  );
}
const reach = (url: string) => ({ ...reachOf(url), signal: AbortSignal.timeout(30_000) });
const questions = async () => (await service.requests()).filter(({ path }) => path.endsWith(':detectIntent'));

describe('Dialogflow agent', () => {
  test('answers with its name prefix and pauses, joining quick messages into one query', async () => {
    expect(agent().quietMs).toBe(4_000);
    const { replies } = await ask(agent(), turnOf(['preço', 'do plano']));
    expect(replies).toEqual([
      { type: 'pause', ms: 3_000 },
      { type: 'text', text: '*Agente:*\nSobre preço\ndo plano:' },
      { type: 'pause', ms: 5_000 },
      { type: 'text', text: '*Agente:*\nMais alguma coisa?' },
    ]);
    const [question] = await questions();
    expect(JSON.parse(question?.body ?? '')).toEqual({
      queryInput: { text: { text: 'preço\ndo plano', languageCode: 'pt-BR' } },
    });
  });

  test('identifies the session by the attendance, not by the name', async () => {
    const { memory } = await ask(agent(), turnOf(['oi']));
    await ask(agent(), turnOf(['e agora?'], memory));
    await ask(agent(), turnOf([{ text: 'outro dia', messageId: 99 }]));
    const sessions = (await questions()).map(({ path }) => /sessions\/([^:]+):/.exec(path)?.[1]);
    expect(sessions).toEqual(['0b1e5c5e-6f0b-4c33-40', '0b1e5c5e-6f0b-4c33-40', '0b1e5c5e-6f0b-4c33-99']);
  });

  test('receives a voice note as WhatsApp audio and sends a picture as “imagem”', async () => {
    const file = { path: 'a', mime: 'audio/ogg; codecs=opus', name: 'a.ogg' };
    const received = await ask(agent(), turnOf([{ kind: 'audio', file }]));
    expect(shown(received.replies)).toEqual(['*Agente:*\nOuvi voz']);
    const [question] = await questions();
    expect(JSON.parse(question?.body ?? '').queryInput.audioConfig).toEqual({
      ...{ audioEncoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: 16_000, languageCode: 'pt-BR' },
    });
    const seen = await ask(agent(), turnOf([{ kind: 'image' }]));
    expect(shown(seen.replies)[0]).toBe('*Agente:*\nSobre imagem:');
  });

  test('sends pictures, reactions and voice notes, hands over and ends', async () => {
    const sent = async (text: string) => shown((await ask(agent(), turnOf([text]))).replies);
    expect(await sent('foto')).toEqual([
      { type: 'reaction', emoji: '👍' },
      '*Agente:*\nVeja',
      'image/png picture.png',
    ]);
    expect(await sent('voz')).toEqual(['audio/ogg resposta.ogg (voz)']);
    expect(await sent('nada')).toEqual(['*Agente:*\nNão consegui entender sua dúvida.']);
    expect(await sent('tchau')).toEqual(['*Agente:*\nObrigado', { type: 'leave' }]);
    expect(await sent('encerrar')).toEqual(['*Agente:*\nATENDIMENTO FINALIZADO!', { type: 'close' }]);
  });

  test('requests a token once an hour', async () => {
    const signIns = async () => (await service.requests()).filter(({ path }) => path === '/token').length;
    for (const text of ['um', 'dois', 'três']) await ask(agent(), turnOf([text]));
    expect(await signIns()).toBe(1);
    now += 3_600_000;
    await ask(agent(), turnOf(['quatro']));
    expect(await signIns()).toBe(1);
  });
});

describe('Dialogflow access tokens', () => {
  const account = (name: string) => ({
    client_email: name,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    token_uri: `${service.url}/token`,
  });

  async function answered(reply: object, work: (url: string, calls: () => number) => Promise<void>) {
    let calls = 0;
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => {
        calls += 1;
        return Response.json(reply);
      },
    });
    await work(`http://127.0.0.1:${server.port}/token`, () => calls).finally(() => server.stop(true));
  }

  test('caches at most five hundred tokens, evicting the least recently used', () =>
    answered({ access_token: 'abc', expires_in: 3_600 }, async (token_uri, calls) => {
      const of = (n: number) => tokens.of(reach(token_uri), { ...account(`agent ${n}`), token_uri });
      for (let n = 0; n <= 500; n += 1) await of(n);
      await of(500);
      expect(calls()).toBe(501);
      await of(0);
      expect(calls()).toBe(502);
    }));

  test.each([
    ['is larger than any of Google', { access_token: 'x'.repeat(5_000), expires_in: 3_600 }],
    ['lasts for years', { access_token: 'abc', expires_in: 100_000_000 }],
  ])('rejects a token that %s', (_name, reply) =>
    answered(reply, async (token_uri) => {
      const asked = tokens.of(reach(token_uri), { ...account('agent'), token_uri });
      expect(await faultOf(asked)).toBe('broken');
    }),
  );
});

describe('Dialogflow errors', () => {
  const cases: [Fault, string][] = [
    ['html', 'broken'],
    ['huge', 'broken'],
    ['redirects', 'broken'],
    ['wrong', 'broken'],
    [401, 'refused'],
    [404, 'refused'],
    [429, 'busy'],
    [500, 'broken'],
  ];
  for (const [fault, sent] of cases)
    test(`${fault}: ${sent}`, async () => {
      await ask(agent(), turnOf(['oi']));
      await service.fails(fault);
      expect(await faultOf(ask(agent(), turnOf(['oi'])))).toBe(sent);
    });

  test('rejects credentials that are invalid, have the wrong key or point elsewhere', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    const account = { client_email: 'a@b', private_key: other, token_uri: `${service.url}/token` };
    const fault = (credentials: string) => faultOf(ask(agent({ credentials }), turnOf(['oi'])));
    expect(await fault('')).toBe('unset');
    expect(await fault(JSON.stringify({ ...account, private_key: 'no key' }))).toBe('unset');
    expect(await fault(JSON.stringify(account))).toBe('broken');
    expect(await fault(JSON.stringify({ ...account, token_uri: 'http://169.254.169.254/' }))).toBe(
      'unreachable',
    );
  });
});
