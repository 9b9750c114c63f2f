import { expect, test } from 'bun:test';
import { type BotConfig, type Incoming, NEW_BOT_STATE } from './bot.logic.ts';
import { config, option, queue } from './bot.test-support.ts';
import { decide, startInQueue } from './decide.logic.ts';

const NOON = Date.UTC(2026, 2, 10, 15);
const at = (now: number) => ({ now, isOpen: () => true });

function talk(settings: BotConfig, ...texts: string[]): { received: string[]; queueId: number | null } {
  let state = NEW_BOT_STATE;
  let received: string[] = [];
  for (const [minute, text] of texts.entries()) {
    const incoming: Incoming = { kind: 'message', fromMe: false, text };
    const decision = decide(settings, state, incoming, at(NOON + minute * 60_000));
    state = decision.state;
    received = decision.actions.flatMap((action) => (action.type === 'text' ? action.text : []));
  }
  return { received, queueId: state.queueId };
}

const SHOP = config({
  greeting: 'Olá!',
  queues: [
    queue(1, 'Vendas', { greeting: 'Aqui é Vendas.' }),
    queue(2, 'Suporte', {
      greeting: 'Aqui é o Suporte.',
      options: [
        option(21, '1', 'Internet', { options: [option(22, '1', 'Lenta', { message: 'Reinicie.' })] }),
      ],
    }),
  ],
});

test('walks through menu, queue, options and back to the start', () => {
  const menu = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
  const root = 'Aqui é o Suporte.\n\n*[ 1 ]* - Internet\n*[ # ]* - Menu inicial';
  expect(talk(SHOP, 'oi')).toEqual({ received: [menu], queueId: null });
  expect(talk(SHOP, 'oi', '1')).toEqual({ received: ['Aqui é Vendas.'], queueId: 1 });
  expect(talk(SHOP, 'oi', '2')).toEqual({ received: [root], queueId: 2 });
  expect(talk(SHOP, 'oi', '2', '1', '1').received).toEqual(['Reinicie.']);
  expect(talk(SHOP, 'oi', '2', '1', '0').received).toEqual([root]);
  expect(talk(SHOP, 'oi', '2', '#')).toEqual({ received: [menu], queueId: null });
});

test('a ticket moved by a job gets the options of its queue', () => {
  const { actions, state } = startInQueue(SHOP, { ...NEW_BOT_STATE, queueId: 2 }, at(NOON));
  expect(actions).toMatchObject([{ type: 'text', cause: 'options' }]);
  expect(state).toMatchObject({ queueId: 2, chatbot: true });
});

test('# takes the ticket out of its queue and ends its responder', () => {
  const incoming: Incoming = { kind: 'message', fromMe: false, text: '#' };
  const inQueue = { ...NEW_BOT_STATE, queueId: 2, responder: { kind: 'prompt', id: 3 } as const };
  const { actions, state } = decide(SHOP, inQueue, incoming, at(NOON));
  expect(actions).toContainEqual({ type: 'queue', queueId: null, by: 'customer' });
  expect(state).toMatchObject({ queueId: null, responder: null });
  const outside = decide(SHOP, NEW_BOT_STATE, incoming, at(NOON));
  expect(outside.actions.map(({ type }) => type)).not.toContain('queue');
});

test('the company’s greeting is sent once, and not in the queue of another connection', () => {
  const options = [option(71, '1', 'Um', { message: 'Um.' })];
  const [own, other] = [queue(7, 'Só', { options }), queue(8, 'Outra', { options })];
  const shop = config({ greeting: 'Olá!', greetsForOneQueue: true, queues: [own], elsewhere: [other] });
  const root = '*[ 1 ]* - Um\n*[ # ]* - Menu inicial';
  const textsIn = (queueId: number, memory: object) => {
    const state = { ...NEW_BOT_STATE, queueId, memory };
    const { actions } = decide(shop, state, { kind: 'message', fromMe: false, text: 'oi' }, at(NOON));
    return actions.flatMap((action) => (action.type === 'text' ? action.text.trim() : []));
  };
  expect(textsIn(7, { leftQueue: 7 })).toEqual(['Olá!', root]);
  expect(textsIn(7, { leftQueue: 7, greeted: true })).toEqual([root]);
  expect(textsIn(8, { leftQueue: 8 })).toEqual([root]);
});
