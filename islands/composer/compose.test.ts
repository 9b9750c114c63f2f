import { describe, expect, test } from 'bun:test';
import { MAX_FILES, MAX_MEDIA_BYTES } from '@/modules/messages/message-limits.schema.ts';
import emojiData from '../../node_modules/emoji-picker-element-data/package.json';
import encoder from '../../node_modules/wasm-media-encoders/package.json';
import { message } from '../workspace/fixtures.test-support.ts';
import { compose, composeVoice } from './compose.ts';
import { EMOJI_DATA_VERSION } from './emoji/emoji-data.ts';
import { addFiles, makeClientId } from './files/attachments.ts';
import { signed } from './text/signature.ts';
import { MP3_ENCODER_VERSION } from './voice/mp3-encoder.ts';

const file = (name: string, type = 'image/png', size = 3) => new File(['x'.repeat(size)], name, { type });
let next = 0;
const makeId = () => `id-${++next}`;
const base = {
  ticketId: 1,
  reply: null,
  quick: null,
  signature: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  makeId,
};

describe('compose', () => {
  test('blank text produces no entries', () => {
    expect(compose({ ...base, text: ' \n\t ', attachments: [], signature: 'Bia' })).toEqual([]);
  });

  test('puts the signature above the text and quotes the replied message', () => {
    const reply = message(7, { body: 'question' });
    const [entry] = compose({ ...base, text: ' oi ', attachments: [], signature: 'Bia', reply });
    expect(entry).toMatchObject({ body: '*Bia:*\noi', files: [], quoted: { id: '7', body: 'question' } });
    expect(signed('oi', 'Bia', false)).toBe('oi');
    expect(signed('  ', 'Bia', true)).toBe('');
  });

  test('preserves file order and captions, the text captions an uncaptioned first file', () => {
    const attachments = [file('a.png'), file('b.pdf', 'application/pdf')].map((one) => ({
      clientId: makeId(),
      file: one,
      caption: one.name === 'b.pdf' ? 'second' : '',
    }));
    const entries = compose({ ...base, text: 'first', attachments, signature: 'Bia' });
    expect(entries).toHaveLength(1);
    expect(entries[0]?.files.map((one) => [one.name, one.caption])).toEqual([
      ['a.png', '*Bia:*\nfirst'],
      ['b.pdf', '*Bia:*\nsecond'],
    ]);
  });

  test('sends text separately after captioned files', () => {
    const attachments = [{ clientId: 'c', file: file('a.png'), caption: 'mine' }];
    const entries = compose({ ...base, text: 'more', attachments });
    expect(entries.map((entry) => [entry.files.length, entry.body])).toEqual([
      [1, ''],
      [0, 'more'],
    ]);
    expect(entries[0]?.files[0]?.caption).toBe('mine');
  });

  test('sends a quick message file with its text and captions no attachment', () => {
    const quick = { id: 5, name: 'tabela.pdf' };
    expect(compose({ ...base, text: ' ', attachments: [], quick })).toMatchObject([{ body: '', quick }]);
    const attachments = [{ clientId: 'c', file: file('a.png'), caption: '' }];
    const entries = compose({ ...base, text: 'hi', attachments, quick });
    expect(entries.map((entry) => [entry.files[0]?.caption, entry.body, entry.quick])).toEqual([
      ['', '', null],
      [undefined, 'hi', quick],
    ]);
  });

  test('sends a recording as a voice message without a caption', () => {
    const entry = composeVoice(
      1,
      { blob: new Blob(['x']), seconds: 3.6, waveform: 'AAE=' },
      null,
      base.createdAt,
      makeId,
    );
    expect(entry).toMatchObject({ isVoice: true, files: [{ type: 'audio/mpeg', caption: '' }] });
  });
});

describe('attachments', () => {
  test('names and rejects files that are too large or too many', () => {
    const large = Object.defineProperty(file('film.mp4', 'video/mp4'), 'size', {
      value: MAX_MEDIA_BYTES + 1,
    });
    const empty = file('empty.txt', 'text/plain', 0);
    const first = addFiles([], [file('a'), large, empty, file('b')], makeId);
    expect(first.attachments.map((one) => one.file.name)).toEqual(['a', 'b']);
    expect([first.tooLarge, first.areTooMany]).toEqual([['film.mp4'], false]);
    const more = addFiles(
      first.attachments,
      Array.from({ length: MAX_FILES }, (_, at) => file(`${at}`)),
      makeId,
    );
    expect([more.attachments.length, more.areTooMany]).toEqual([MAX_FILES, true]);
  });

  test('client ids are unique with 32 hex digits', () => {
    const ids = new Set(Array.from({ length: 500 }, makeClientId));
    expect(ids.size).toBe(500);
    expect([...ids].every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });
});

test('versions in addresses equal those of the packages', () => {
  expect(EMOJI_DATA_VERSION).toBe(emojiData.version);
  expect(MP3_ENCODER_VERSION).toBe(encoder.version);
});
