import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openTimedStage, type TimedStage } from './crash/timed-stage.ts';

let stage: TimedStage;

beforeAll(async () => {
  stage = await openTimedStage();
});
afterAll(() => stage.close());

type Who = keyof TimedStage['ticketOf'];
/** What a transaction with this word in it writes at that minute, counted by `rows`; then, what it and earlier ones have sent last. */
type Part = { name: string; minute: number; word: string; rows: () => string; lastSent?: string };

const of = (who: Who) => stage.ticketOf[who];
const story = (who: Who, type: string) => () =>
  `ticket_events where ticket_id = ${of(who)} and type = '${type}'`;
const said = (who: Who, text: string) => () =>
  `messages where ticket_id = ${of(who)} and origin = 'system' and body like '${text}%'`;
const anywhere = (text: string) => () => `messages where origin = 'system' and body like '${text}%'`;

const PARTS: Part[] = [
  { name: 'an assignment', minute: 0, word: 'assigned', rows: story('assigned', 'accepted') },
  { name: 'the question for a rating', minute: 0.5, word: 'Digite de 1', rows: said('rater', 'Digite de 1') },
  { name: 'a goodbye', minute: 1.5, word: 'Até logo.', rows: said('goodbye', 'Até logo.') },
  { name: 'an answered rating', minute: 2, word: 'auto:completion:rated', rows: () => 'ratings' },
  { name: 'out of hours', minute: 3, word: 'Fechado agora.', rows: anywhere('Fechado agora.') },
  { name: 'a rule for who waits', minute: 10, word: 'Esperou', rows: story('ruled', 'rule') },
  { name: 'its message', minute: 10, word: 'Já vamos.', rows: said('ruled', 'Já vamos.') },
  {
    name: 'a transfer with its bot',
    minute: 16,
    word: 'Aqui é o Suporte.',
    rows: said('waiting', 'Aqui é o Suporte.'),
    lastSent: 'Já vamos.',
  },
  {
    name: 'a menu that was left',
    minute: 60,
    word: 'leftQueue',
    rows: () => "tickets where bot like '%leftQueue%'",
  },
  { name: 'a rating that is too late', minute: 25 * 60, word: 'reopened', rows: story('late', 'reopened') },
  {
    name: 'the end of a silence',
    minute: 25 * 60 + 1,
    word: 'Encerrado.',
    rows: said('silent', 'Encerrado.'),
    lastSent: 'Encerrado.',
  },
];

/** Each is killed before its commit, and between its commit and its sending. */
test(
  'whatever the clock was at when it was killed is done once',
  async () => {
    stage.hears(2, 'rater', '3');
    stage.hears(3, 'nightly', 'oi');
    stage.hears(25 * 60, 'late', '2');
    const done = () => PARTS.map(({ name, rows }) => `${name}: ${stage.count(rows())}`);
    const once = PARTS.map(({ name }) => `${name}: 1`);
    for (const { name, minute, word, lastSent } of PARTS) {
      await stage.live(minute, { word, at: 'commit' });
      expect(done()).toContain(`${name}: 0`);
      if (lastSent) await stage.live(minute, { word: lastSent, at: 'sending' });
    }
    expect(done()).toEqual(once);
    for (let start = 1; start <= 2; start += 1) {
      await stage.live(25 * 60 + 2);
      expect(done()).toEqual(once);
      expect(stage.received()).toEqual({
        assigned: [],
        rater: [expect.stringMatching(/^Digite de 1/), 'Até logo.'],
        goodbye: ['Até logo.'],
        nightly: ['Fechado agora.'],
        ruled: ['Já vamos.'],
        waiting: [expect.stringMatching(/^Aqui é o Suporte.\n\n\*\[ 1 \]\* - Um/)],
        silent: ['Encerrado.'],
        late: [],
      });
      expect(stage.count("outbox where kind <> 'contact.picture'")).toBe(0);
    }
    const place = (who: Who) => stage.look(`select status, chatbot from tickets where id = ${of(who)}`)[0];
    expect({
      assigned: place('assigned'),
      rater: place('rater'),
      waiting: place('waiting'),
      silent: place('silent'),
      late: place('late'),
    }).toEqual({
      assigned: { status: 'open', chatbot: 0 },
      rater: { status: 'closed', chatbot: 0 },
      waiting: { status: 'pending', chatbot: 0 },
      silent: { status: 'closed', chatbot: 0 },
      late: { status: 'pending', chatbot: 0 },
    });
    expect(stage.look('select rate from ratings')).toEqual([{ rate: 3 }]);
  },
  5 * 60_000,
);
