import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { outbox, tickets as ticketsTable } from '@db/tenant/schema/index.ts';
import { ResponderFailed } from '@/adapters/responders/responder.port.ts';
import { loadTranslations } from '@/core/i18n.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { asksForPerson } from './asks-for-person.logic.ts';
import {
  createResponderFixture,
  PROMPT_ID,
  type ResponderFixture,
} from './responder-fixture.test-support.ts';

let fixture: ResponderFixture;
let vendas: number;
let suporte: number;

beforeAll(async () => {
  fixture = await createResponderFixture();
  ({ Vendas: vendas, Suporte: suporte } = fixture.testApp.people.queueId);
});
afterAll(() => fixture.testApp.stop());
beforeEach(() => fixture.begin());

const words = loadTranslations().t('pt');
const [SORRY, PEOPLE] = [words('responders:customer.sorry'), words('responders:customer.people')];

describe('responder call', () => {
  test('starts after a moment of silence and is answered once', async () => {
    await fixture.write('oi');
    expect(fixture.turns).toHaveLength(0);
    expect(await fixture.ticket()).toMatchObject({
      promptId: PROMPT_ID,
      useIntegration: true,
      integrationId: null,
    });
    await fixture.wait();
    expect(await fixture.replies()).toEqual(['Pois não?']);
    expect(fixture.sent()).toEqual([{ type: 'text', text: 'Pois não?' }]);
    await fixture.wait();
    expect(fixture.turns).toHaveLength(1);
  });

  test('combines several quick messages', async () => {
    await fixture.write('oi');
    fixture.testApp.clock.advance(1_000);
    await fixture.write('tudo bem?');
    fixture.testApp.clock.advance(1_000);
    await fixture.write('quero comprar');
    await fixture.wait();
    expect(fixture.turns.map(({ messages }) => messages.map(({ text }) => text))).toEqual([
      ['oi', 'tudo bem?', 'quero comprar'],
    ]);
    expect(await fixture.replies()).toEqual(['Pois não?']);
  });

  test('performs replies in order and nothing twice', async () => {
    fixture.replyWith(
      { type: 'text', text: 'um' },
      { type: 'reaction', emoji: '👍' },
      { type: 'field', name: 'CPF', value: '123' },
      { type: 'file', bytes: new Uint8Array([1, 2]), mime: 'audio/ogg', name: 'voz.ogg', isVoice: true },
      { type: 'tag', name: 'não existe' },
      { type: 'text', text: '  ' },
      { type: 'text', text: 'dois' },
    );
    await fixture.receiveText('oi');
    expect(await fixture.replies()).toEqual(['um', 'Áudio', 'dois']);
    expect(fixture.sent().map(({ type }) => type)).toEqual(['text', 'reaction', 'voice', 'text']);
    expect(await fixture.fields()).toMatchObject([{ name: 'CPF', value: '123' }]);
    await fixture.receiveText('de novo');
    expect(await fixture.fields()).toHaveLength(1);
  });

  test('delays later replies by a pause of ten seconds at most', async () => {
    const pause = { type: 'pause', ms: 60_000 } as const;
    fixture.replyWith({ type: 'text', text: 'um' }, pause, { type: 'text', text: 'dois' });
    await fixture.receiveText('oi');
    expect(fixture.sent()).toEqual([{ type: 'text', text: 'um' }]);
    await fixture.wait(9_000);
    expect(fixture.sent()).toHaveLength(1);
    await fixture.wait(1_500);
    expect(fixture.sent()).toHaveLength(2);
  });
});

describe('responder silence', () => {
  test('starts when an agent takes the ticket, even for a pending answer', async () => {
    await fixture.write('oi');
    const { id: ticketId } = await fixture.ticket();
    const take = async () =>
      void (await patchTicket(await fixture.testApp.scopeOf('ana'), {
        ticketId,
        status: 'open',
        userId: fixture.testApp.people.userId.ana,
      }));
    fixture.state.answers = [
      async () => {
        await take();
        return { replies: [{ type: 'text', text: 'tarde' }], memory: {} };
      },
    ];
    await fixture.wait();
    expect(fixture.turns).toHaveLength(1);
    expect(await fixture.replies()).toEqual([]);
    expect(await fixture.ticket()).toMatchObject({ promptId: null, useIntegration: false, status: 'open' });
    await fixture.receiveText('e agora?');
    expect(fixture.turns).toHaveLength(1);
  });

  test('continues after an agent returned the ticket', async () => {
    await fixture.receiveText('oi');
    const { id: ticketId } = await fixture.ticket();
    const ana = await fixture.testApp.scopeOf('ana');
    await patchTicket(ana, {
      ticketId,
      status: 'open',
      userId: fixture.testApp.people.userId.ana,
      queueId: vendas,
    });
    await patchTicket(ana, { ticketId, status: 'pending' });
    await fixture.receiveText('alguém aí?');
    expect(fixture.turns).toHaveLength(1);
  });

  test('applies without the plan’s feature', async () => {
    const { platform } = fixture.testApp.kernel;
    await platform.db.update(plans).set({ useOpenAi: false });
    await fixture.receiveText('oi');
    await platform.db.update(plans).set({ useOpenAi: true });
    expect(fixture.turns).toHaveLength(0);
  });
});

describe('responder handover', () => {
  test('goes to the queue it names', async () => {
    fixture.replyWith(
      { type: 'text', text: 'Já chamo.' },
      { type: 'transfer', queueId: suporte },
      { type: 'text', text: 'nunca' },
    );
    await fixture.receiveText('oi');
    expect(await fixture.replies()).toEqual(['Já chamo.']);
    expect(await fixture.ticket()).toMatchObject({
      queueId: suporte,
      promptId: null,
      useIntegration: false,
      status: 'pending',
    });
    await fixture.receiveText('e aí?');
    expect(fixture.turns).toHaveLength(1);
  });

  test('goes to its own queue when the named one is unknown', async () => {
    fixture.state.found.queueId = vendas;
    fixture.replyWith({ type: 'transfer', queueId: 987_654 });
    await fixture.receiveText('oi');
    expect(await fixture.ticket()).toMatchObject({ queueId: vendas, useIntegration: false });
  });

  test('goes to the menu when it has no queue', async () => {
    await fixture.connection({ greetingMessage: 'Olá!' });
    await fixture.offer(vendas, suporte);
    fixture.replyWith({ type: 'transfer', queueId: null });
    await fixture.receiveText('oi');
    expect((await fixture.replies()).at(-1)).toStartWith('Olá!\n\n*[ 1 ]*');
  });

  test('goes to the queue without agent when the named user is unknown', async () => {
    fixture.replyWith({ type: 'transfer', queueId: suporte, userId: 987_654 });
    await fixture.receiveText('oi');
    expect(await fixture.ticket()).toMatchObject({ queueId: suporte, userId: null, status: 'pending' });
  });

  test('happens when the customer asks for a person', async () => {
    fixture.state.found.queueId = vendas;
    await fixture.receiveText('quero falar com um atendente');
    expect(fixture.turns).toHaveLength(0);
    expect(await fixture.replies()).toEqual([PEOPLE]);
    expect(await fixture.ticket()).toMatchObject({ queueId: vendas, useIntegration: false });
    expect((await fixture.history()).at(0)).toMatchObject({ type: 'opened' });
    expect(await fixture.history()).toContainEqual({ type: 'bot', cause: 'machine.asked', name: 'Robô' });
  });

  test('happens after the maximum number of answers', async () => {
    fixture.state.found.maxAnswers = 2;
    for (const text of ['um', 'dois', 'três', 'quatro']) await fixture.receiveText(text);
    expect(fixture.turns).toHaveLength(2);
    expect(await fixture.replies()).toEqual(['Pois não?', 'Pois não?', PEOPLE]);
  });

  test('is not needed after closing; the next attendance starts over', async () => {
    fixture.replyWith({ type: 'text', text: 'Até logo!' }, { type: 'close' });
    await fixture.receiveText('oi');
    expect(await fixture.ticket()).toMatchObject({ status: 'closed', machine: null, promptId: null });
    await fixture.receiveText('voltei');
    expect(fixture.turns).toHaveLength(2);
    expect(fixture.turns[1]).toMatchObject({ answers: 0, memory: {} });
  });
});

describe('responder failures', () => {
  const failing = (fault: ConstructorParameters<typeof ResponderFailed>[0]) => {
    fixture.state.answers = [new ResponderFailed(fault, 'x')];
  };

  test('are retried, then the customer is informed once and handed over', async () => {
    fixture.state.found.queueId = vendas;
    failing('unreachable');
    await fixture.receiveText('oi');
    for (let n = 0; n < 3; n += 1) await fixture.wait(61_000);
    expect(fixture.turns).toHaveLength(3);
    expect(await fixture.replies()).toEqual([SORRY]);
    expect(await fixture.ticket()).toMatchObject({ queueId: vendas, useIntegration: false });
    expect(await fixture.history()).toContainEqual({
      type: 'bot',
      cause: 'machine.failed.unreachable',
      name: 'Robô',
    });
    expect(await fixture.health()).toMatchObject({
      calls: 3,
      failures: 3,
      failuresInARow: 3,
      lastError: 'unreachable',
      recent: '000',
    });
    expect(await fixture.scope.db.select().from(outbox)).toEqual([]);
  });

  test('are not retried when the key is refused', async () => {
    failing('refused');
    await fixture.receiveText('oi');
    expect(fixture.turns).toHaveLength(1);
    expect(await fixture.replies()).toEqual([SORRY]);
  });

  test('hand the customer over also after an unexpected error', async () => {
    fixture.state.answers = [new TypeError('x is undefined')];
    await fixture.receiveText('oi');
    await fixture.wait(61_000);
    expect(await fixture.replies()).toEqual([SORRY]);
    expect(await fixture.health()).toMatchObject({ lastError: 'broken' });
  });

  test('pause the responder for a minute after five, then one call follows', async () => {
    failing('refused');
    for (let n = 0; n < 5; n += 1) {
      await fixture.receiveText(`oi ${n}`);
      await fixture.scope.write((tx) =>
        tx.db.update(ticketsTable).set({ status: 'closed', userId: null, machine: null, bot: null }),
      );
    }
    expect(fixture.turns).toHaveLength(5);
    await fixture.receiveText('mais um');
    expect(fixture.turns).toHaveLength(5);
    expect((await fixture.history()).at(-1)).toMatchObject({ cause: 'machine.rests' });
    await fixture.scope.write((tx) =>
      tx.db.update(ticketsTable).set({ status: 'closed', userId: null, machine: null, bot: null }),
    );
    fixture.testApp.clock.advance(60_000);
    fixture.replyWith({ type: 'text', text: 'Voltei' });
    await fixture.receiveText('e agora?');
    expect(fixture.turns).toHaveLength(6);
    expect(await fixture.health()).toMatchObject({ failuresInARow: 0, pausedUntil: null, recent: '100000' });
  });
});

test('sends an answer once when its first commit fails', async () => {
  await fixture.write('oi');
  const save = fixture.testApp.kernel.outbox.add;
  let broken = true;
  fixture.testApp.kernel.outbox.add = async (...args) => {
    if (broken && args[2] === 'message.send') {
      broken = false;
      throw new Error('the disk broke');
    }
    return save(...args);
  };
  await fixture.wait();
  await fixture.wait(61_000);
  fixture.testApp.kernel.outbox.add = save;
  expect(await fixture.replies()).toEqual(['Pois não?']);
  expect(fixture.turns).toHaveLength(2);
});

test.each([
  ['atendente', true],
  ['ATENDENTE!', true],
  ['quero falar com um atendente', true],
  ['posso conversar com uma pessoa?', true],
  ['me passa pra um humano', true],
  ['I want to talk to a human', true],
  ['quiero hablar con una persona', true],
  ['pessoa física', false],
  ['somos 4 pessoas', false],
  ['qual o horário?', false],
  ['', false],
])('asksForPerson(%p) is %p', (text, expected) => expect(asksForPerson(text)).toBe(expected));
