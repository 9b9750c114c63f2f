import { describe, expect, test } from 'bun:test';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { message } from '../workspace/fixtures.test-support.ts';
import type { SendQueueEntry } from '../workspace/send-queue.ts';
import { captionsOf, reactionsOf, wholeOf } from './albums.ts';
import {
  blocksOf,
  daysOf,
  holds,
  type MessageWindow,
  messagesOf,
  reduceWindow,
} from './conversation-state.ts';

type Over = Partial<MessageView>;

const photo = (id: number, over: Over = {}) =>
  message(id, { mediaType: 'image', mediaUrl: '/p.jpg', mediaState: 'ready', body: '', ...over });
const film = (id: number, over: Over = {}) => photo(id, { mediaType: 'video', ...over });
const photos = (from: number, to: number, over: Over = {}) =>
  Array.from({ length: to - from + 1 }, (_, at) => photo(from + at, over));
const own = { fromMe: true, origin: 'agent' } as const;
const at = (time: string) => ({ createdAt: `2026-03-01T${time}.000Z` });
const quote = (id: string): Over => ({
  quotedMsgId: id,
  quotedMsg: { ...message(Number(id)), contact: null },
});

const windowOf = (messages: MessageView[], over: Partial<MessageWindow> = {}): MessageWindow => ({
  messages,
  events: [],
  hasOlder: false,
  hasNewer: false,
  ...over,
});

function shown(window: MessageWindow, waiting: SendQueueEntry[] = []): string {
  const items = daysOf(window, waiting, 'America/Sao_Paulo').flatMap((day) => day.items);
  const nameOf = ({ album, message: one, event }: (typeof items)[number]) =>
    album ? `[${album.map(({ id }) => id).join(' ')}]` : one ? one.id : `e${event.id}`;
  return items.map(nameOf).join(' ');
}

describe('pictures shown as one album', () => {
  test.each<[string, MessageView[], string]>([
    ['four of one go', [...photos(1, 3), film(4)], '[1 2 3 4]'],
    ['three without a mark', photos(1, 3), '1 2 3'],
    ['two with a mark', photos(1, 2, { album: 'A' }), '[1 2]'],
    ['one with a mark', photos(1, 1, { album: 'A' }), '1'],
    ['two albums at once', [...photos(1, 2, { album: 'A' }), ...photos(3, 4, { album: 'B' })], '[1 2] [3 4]'],
    ['a mark beside none', [...photos(1, 4), ...photos(5, 6, { album: 'A' })], '[1 2 3 4] [5 6]'],
    [
      'a mark across a pause',
      [photo(1, { album: 'A', ...at('12:00:00') }), photo(2, { album: 'A', ...at('12:30:00') })],
      '[1 2]',
    ],
    ['words end it', [...photos(1, 4), message(5), ...photos(6, 9)], '[1 2 3 4] 5 [6 7 8 9]'],
    ['words in its middle', [...photos(1, 2), message(3), ...photos(4, 5)], '1 2 3 4 5'],
    ['captions', [photo(1, { body: 'este' }), photo(2), photo(3, { body: 'e este' }), photo(4)], '[1 2 3 4]'],
    ['senders by turns', [photo(1), photo(2), photo(3, own), photo(4)], '1 2 3 4'],
    ['members of a group', [...photos(1, 4), ...photos(5, 8, { contactId: 7 })], '[1 2 3 4] [5 6 7 8]'],
    [
      'the bot and an agent',
      [...photos(1, 2, { ...own, origin: 'system' }), ...photos(3, 4, own)],
      '1 2 3 4',
    ],
    ['stickers', photos(1, 4, { isSticker: true }), '1 2 3 4'],
    ['documents', photos(1, 4, { mediaType: 'application' }), '1 2 3 4'],
    ['a pause', photos(1, 4).map((one, n) => ({ ...one, ...at(`12:0${n * 2}:00`) })), '1 2 3 4'],
    [
      'a backlog that arrives at once',
      photos(1, 4).map((one, n) => ({ ...one, ...at('12:00:00'), sentAt: `2026-03-01T0${n}:00:00.000Z` })),
      '1 2 3 4',
    ],
    [
      'a failed one',
      [...photos(1, 2, own), photo(3, { ...own, error: 'ERR_X' }), ...photos(4, 5, own)],
      '[1 2 4 5] 3',
    ],
    ['all failed', photos(1, 4, { ...own, error: 'ERR_X' }), '1 2 3 4'],
    [
      'one that did not arrive',
      [...photos(1, 3), photo(4, { mediaState: 'failed', mediaUrl: null })],
      '[1 2 3] 4',
    ],
    ['one on its way', [...photos(1, 3), photo(4, { mediaState: 'pending', mediaUrl: null })], '[1 2 3 4]'],
    ['a deleted one', [...photos(1, 3), photo(4, { isDeleted: true }), photo(5)], '[1 2 3 5] 4'],
    ['the first deleted', [photo(1, { isDeleted: true }), ...photos(2, 4)], '[2 3 4] 1'],
    ['all but one deleted', [photo(1), ...photos(2, 4, { isDeleted: true })], '1 2 3 4'],
    ['the first quotes', [photo(2, quote('1')), ...photos(3, 5)], '[2 3 4 5]'],
    ['all quote the same', photos(2, 5, quote('1')), '[2 3 4 5]'],
    ['another quote', [...photos(2, 4), photo(5, quote('1')), ...photos(6, 8)], '2 3 4 [5 6 7 8]'],
    ['forwarded ones', [...photos(1, 2), ...photos(3, 6, { isForwarded: true })], '1 2 [3 4 5 6]'],
    ['a reaction', [...photos(1, 3), photo(4, { reactions: [{ emoji: '👍', fromMe: false }] })], '[1 2 3 4]'],
    [
      'two agents who sign',
      [...photos(1, 4, { ...own, body: '*Ana:*\numa' }), ...photos(5, 8, { ...own, body: '*Bia:*\noutra' })],
      '[1 2 3 4] [5 6 7 8]',
    ],
  ])('%s', (_, messages, expected) => {
    expect(shown(windowOf(messages))).toBe(expected);
  });

  test('what happens to the ticket between them ends it', () => {
    const event = { id: 9, type: 'accepted', ...at('11:00:02') } as unknown as TicketEventView;
    const second = { createdAt: message(3).createdAt };
    expect(shown(windowOf(photos(1, 4), { events: [{ ...event, ...second }] }))).toBe('1 2 3 e9 4');
  });

  test('uploads under way are part of it, and stay in place when stored', () => {
    const file = (clientId: string) => ({
      clientId,
      name: `${clientId}.jpg`,
      type: 'image/jpeg',
      size: 3,
      caption: '',
      blob: new Blob(['jpg']),
      seconds: null,
      waveform: null,
    });
    const entry = {
      clientId: 'a',
      ticketId: 1,
      createdAt: message(5).createdAt,
      body: '',
      quoted: null,
      files: ['a', 'b', 'c', 'd'].map(file),
      isVoice: false,
      quick: null,
      error: null,
    } as unknown as SendQueueEntry;
    expect(shown(windowOf([]), [entry])).toBe('[local-a local-b local-c local-d]');
    const stored = [photo(8, { ...own, clientId: 'a' }), photo(9, { ...own, clientId: 'b' })];
    expect(shown(windowOf(stored), [entry])).toBe('[8 9 local-c local-d]');
    expect(shown(windowOf(stored), [{ ...entry, error: 'ERR_NETWORK' }])).toBe('[8 9] local-c local-d');
  });

  test('older pages that begin in its middle make it whole', () => {
    const start = windowOf(photos(13, 16), { hasOlder: true });
    expect(shown(start)).toBe('[13 14 15 16]');
    const older = {
      type: 'older',
      messages: [message(10), ...photos(11, 12)],
      events: [],
      hasMore: false,
    } as const;
    const whole = reduceWindow(start, { ...older, messages: [...older.messages], events: [] });
    expect(shown(whole)).toBe('10 [11 12 13 14 15 16]');
    const days = daysOf(whole, [], 'UTC');
    const blocks = blocksOf(days.flatMap(({ items }) => items));
    expect(blocks.filter((block) => holds(block, '16')).map(({ at: place }) => place)).toEqual([-1]);
    expect(messagesOf(days).map(({ id }) => id)).toEqual(['10', '11', '12', '13', '14', '15', '16']);
  });
});

describe('what an album shows once', () => {
  test('the hour of the last and the worst tick', () => {
    const album = [4, 2, 3].map((ack, n) => photo(n + 1, { ...own, ack }));
    expect(wholeOf(album)).toMatchObject({ id: '3', ack: 2, isEdited: false });
    expect(wholeOf([photo(1, { isEdited: true }), photo(2)])?.isEdited).toBe(true);
    expect(wholeOf([])).toBeUndefined();
  });

  test('captions with their places, without signatures and file names', () => {
    const album = [
      photo(1, { ...own, body: '*Ana:*\nfrente' }),
      photo(2, { body: 'foto.jpg', mediaName: 'foto.jpg' }),
      photo(3, { body: 'verso' }),
    ];
    expect(captionsOf(album)).toEqual([
      { at: 1, text: 'frente' },
      { at: 3, text: 'verso' },
    ]);
  });

  test('a reaction longer than any emoji is cut', () => {
    const reactions = [{ emoji: 'x'.repeat(5_000), fromMe: false }];
    expect(reactionsOf([photo(1, { reactions }), photo(2)])[0]?.emoji).toHaveLength(32);
  });

  test('each reaction with its number and the first picture that has it', () => {
    const thumb = { emoji: '👍', fromMe: false };
    const album = [
      photo(1),
      photo(2, { reactions: [thumb, { emoji: '🙏', fromMe: true }] }),
      photo(3, { reactions: [thumb] }),
    ];
    expect(reactionsOf(album)).toEqual([
      { emoji: '👍', count: 2, on: '2' },
      { emoji: '🙏', count: 1, on: '2' },
    ]);
  });
});
