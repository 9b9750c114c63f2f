import { describe, expect, test } from 'bun:test';
import { zonedTime } from '@/core/zoned-time.ts';
import { type Closure, isOpenAt } from '@/modules/settings/opening-hours.logic.ts';
import { type BotConfig, type BotState, type Incoming, NEW_BOT_STATE } from './bot.logic.ts';
import { config, option, queue } from './bot.test-support.ts';
import { decide, giveUp } from './decide.logic.ts';

const ZONE = 'America/Sao_Paulo';
export const INVALID = 'Opção inválida, por favor, escolha uma opção válida.';
export const BACK = '\n\n*[ # ]* - Voltar ao Menu Principal';

export type After = Partial<BotState>;
/**
 * Customer's input (after so many minutes, of another kind, or none for too long), replies, and the ticket's state.
 */
export type Row = [
  says: string | (Partial<Incoming> & { wait?: number; leaves?: true }),
  hears: string[],
  after?: After,
];
type Setting = { state?: After; at?: string; holidays?: Closure[]; zone?: string };

export function talk(
  name: string,
  settings: BotConfig,
  list: Row[],
  { state, at, holidays, zone = ZONE }: Setting = {},
) {
  let ticket: BotState = { ...NEW_BOT_STATE, ...state };
  const [day = '', time = ''] = (at ?? '2026-03-10 10:00').split(' ');
  let now = zonedTime(day, time, zone).getTime();
  describe(name, () => {
    for (const [index, [text, expected, after]] of list.entries()) {
      const { wait = 1, leaves = false, ...options } = typeof text === 'string' ? { text: text } : text;
      now += wait * 60_000;
      const incoming: Incoming = { kind: 'message', fromMe: false, text: '', ...options };
      const isOpen = (hours: BotConfig['hours']) => isOpenAt(hours, holidays ?? [], new Date(now), zone);
      const decision = leaves ? giveUp(ticket) : decide(settings, ticket, incoming, { now, isOpen });
      ticket = decision.state;
      test(`${index + 1}. ${JSON.stringify(text)}`, () => {
        const replies = decision.actions.flatMap((action) =>
          action.type === 'text' ? action.text : action.type === 'file' ? `[${action.media.name}]` : [],
        );
        expect(replies).toEqual(expected);
        expect(decision.state).toMatchObject(after ?? {});
      });
    }
  });
}

const pdf = { path: '202603/x.pdf', name: 'tabela.pdf', mime: 'application/pdf' };
export const VENDAS = queue(1, 'Vendas', { greeting: 'Aqui é Vendas, {{name}}.', media: pdf });
export const SUPORTE = queue(2, 'Suporte', {
  greeting: 'Aqui é o Suporte.',
  options: [
    option(21, '1', 'Internet', {
      message: 'O que houve?',
      media: { ...pdf, name: 'luzes.jpg' },
      options: [
        option(211, '1', 'Lenta', { message: 'Reinicie o modem.', media: pdf }),
        option(212, '2', 'Parada', {
          message: 'Há luz vermelha?',
          options: [option(2121, '1', 'Sim', { message: 'Enviaremos um técnico.' })],
        }),
      ],
    }),
    option(22, '2', 'Telefone', { message: 'Ligue 0800.' }),
    option(23, '10', 'Outro'),
  ],
});
export const MUDA = queue(3, 'Muda');
export const SHOP = config({ greeting: 'Olá!', queues: [VENDAS, SUPORTE, MUDA] });
export const MENU = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte\n*[ 3 ]* - Muda';
export const ROOT =
  'Aqui é o Suporte.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Telefone\n*[ 10 ]* - Outro\n*[ # ]* - Menu inicial';
export const NET = [
  'O que houve?\n\n*[ 1 ]* - Lenta\n*[ 2 ]* - Parada\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial',
  '[luzes.jpg]',
];
export const STOPPED = 'Há luz vermelha?\n\n*[ 1 ]* - Sim\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
export const FREE: After = { queueId: null, optionId: null, chatbot: false };
