import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openTimedFixture, type TimedFixture } from './crash/timed-fixture.ts';

let fixture: TimedFixture;

beforeAll(async () => {
  fixture = await openTimedFixture();
});
afterAll(() => fixture.close());

type Who = keyof TimedFixture['ticketOf'];
type Part = { name: string; minute: number; word: string; rows: () => string; lastSent?: string };

const of = (who: Who) => fixture.ticketOf[who];
const history = (who: Who, type: string) => () =>
  `ticket_events where ticket_id = ${of(who)} and type = '${type}'`;
const sent = (who: Who, text: string) => () =>
  `messages where ticket_id = ${of(who)} and origin = 'system' and body like '${text}%'`;
const anywhere = (text: string) => () => `messages where origin = 'system' and body like '${text}%'`;

const PARTS: Part[] = [
  { name: 'an assignment', minute: 0, word: 'assigned', rows: history('assigned', 'accepted') },
  { name: 'the question for a rating', minute: 0.5, word: 'Digite de 1', rows: sent('rater', 'Digite de 1') },
  { name: 'a goodbye', minute: 1.5, word: 'Até logo.', rows: sent('goodbye', 'Até logo.') },
  { name: 'an answered rating', minute: 2, word: 'auto:completion:rated', rows: () => 'ratings' },
  { name: 'out of hours', minute: 3, word: 'Fechado agora.', rows: anywhere('Fechado agora.') },
  { name: 'a rule for who waits', minute: 10, word: 'Esperou', rows: history('ruled', 'rule') },
  { name: 'its message', minute: 10, word: 'Já vamos.', rows: sent('ruled', 'Já vamos.') },
  {
    name: 'a transfer with its bot',
    minute: 16,
    word: 'Aqui é o Suporte.',
    rows: sent('waiting', 'Aqui é o Suporte.'),
    lastSent: 'Já vamos.',
  },
  {
    name: 'a menu that was left',
    minute: 60,
    word: 'leftQueue',
    rows: () => "tickets where bot like '%leftQueue%'",
  },
  { name: 'a rating that is too late', minute: 25 * 60, word: 'reopened', rows: history('late', 'reopened') },
  {
    name: 'the end of a silence',
    minute: 25 * 60 + 1,
    word: 'Encerrado.',
    rows: sent('silent', 'Encerrado.'),
    lastSent: 'Encerrado.',
  },
];

test(
  'scheduled work killed at any point is done exactly once',
  async () => {
    fixture.receives(2, 'rater', '3');
    fixture.receives(3, 'nightly', 'oi');
    fixture.receives(25 * 60, 'late', '2');
    const done = () => PARTS.map(({ name, rows }) => `${name}: ${fixture.count(rows())}`);
    const once = PARTS.map(({ name }) => `${name}: 1`);
    for (const { name, minute, word, lastSent } of PARTS) {
      await fixture.live(minute, { word, at: 'commit' });
      expect(done()).toContain(`${name}: 0`);
      if (lastSent) await fixture.live(minute, { word: lastSent, at: 'sending' });
    }
    expect(done()).toEqual(once);
    for (let start = 1; start <= 2; start += 1) {
      await fixture.live(25 * 60 + 2);
      expect(done()).toEqual(once);
      expect(fixture.received()).toEqual({
        assigned: [],
        rater: [expect.stringMatching(/^Digite de 1/), 'Até logo.'],
        goodbye: ['Até logo.'],
        nightly: ['Fechado agora.'],
        ruled: ['Já vamos.'],
        waiting: [expect.stringMatching(/^Aqui é o Suporte.\n\n\*\[ 1 \]\* - Um/)],
        silent: ['Encerrado.'],
        late: [],
      });
      expect(fixture.count("outbox where kind <> 'contact.picture'")).toBe(0);
    }
    const ticketState = (who: Who) =>
      fixture.readRows(`select status, chatbot from tickets where id = ${of(who)}`)[0];
    expect({
      assigned: ticketState('assigned'),
      rater: ticketState('rater'),
      waiting: ticketState('waiting'),
      silent: ticketState('silent'),
      late: ticketState('late'),
    }).toEqual({
      assigned: { status: 'open', chatbot: 0 },
      rater: { status: 'closed', chatbot: 0 },
      waiting: { status: 'pending', chatbot: 0 },
      silent: { status: 'closed', chatbot: 0 },
      late: { status: 'pending', chatbot: 0 },
    });
    expect(fixture.readRows('select rate from ratings')).toEqual([{ rate: 3 }]);
  },
  5 * 60_000,
);
