import { describe, expect, test } from 'bun:test';
import { findSlowText, repeated } from '@test/hostile/linear.ts';
import type { Profile } from '@/core/scope.ts';
import { isPushEndpoint } from './notification-inputs.schema.ts';
import { concerns, previewOf } from './notifications.schema.ts';

describe('concerns', () => {
  const reader = { id: 1, profile: 'user' as Profile, queueIds: [10], allTicket: false };
  const admin = { ...reader, profile: 'admin' as Profile };
  const ticket = {
    status: 'open' as const,
    unreadMessages: 1,
    userId: 1 as number | null,
    queueId: 10,
    snoozedUntil: null as string | null,
    withBot: false,
  };
  const cases: [string, Parameters<typeof concerns>, boolean][] = [
    ['their own', [reader, ticket], true],
    ['their own in another queue', [reader, { ...ticket, queueId: 99 }], true],
    ['read already', [reader, { ...ticket, unreadMessages: 0 }], false],
    ['put aside', [reader, { ...ticket, snoozedUntil: '2026-03-11T09:00:00.000Z' }], false],
    ['closed', [reader, { ...ticket, status: 'closed' }], false],
    ['a colleague’s', [reader, { ...ticket, userId: 2 }], false],
    ['nobody’s, of their queue', [reader, { ...ticket, userId: null }], true],
    ['nobody’s, of another queue', [reader, { ...ticket, userId: null, queueId: 99 }], false],
    ['nobody’s, of no queue', [reader, { ...ticket, userId: null, queueId: null }], true],
    [
      'still with the bot',
      [
        { ...reader, allTicket: true },
        { ...ticket, status: 'pending', userId: null, withBot: true },
      ],
      false,
    ],
    ['waiting', [reader, { ...ticket, status: 'pending', userId: null }], false],
    [
      'waiting, with allTicket',
      [
        { ...reader, allTicket: true },
        { ...ticket, status: 'pending', userId: null },
      ],
      true,
    ],
    [
      'waiting in another queue, with allTicket',
      [
        { ...reader, allTicket: true },
        { ...ticket, status: 'pending', userId: null, queueId: 99 },
      ],
      false,
    ],
    [
      'waiting, for a supervisor without allTicket',
      [
        { ...reader, profile: 'supervisor' },
        { ...ticket, status: 'pending', userId: null },
      ],
      false,
    ],
    [
      'waiting, for an administrator without allTicket',
      [admin, { ...ticket, status: 'pending', userId: null }],
      false,
    ],
    [
      'waiting, for an administrator with allTicket',
      [
        { ...admin, allTicket: true },
        { ...ticket, status: 'pending', userId: null },
      ],
      true,
    ],
    [
      'waiting in another queue, for an administrator of some',
      [
        { ...admin, allTicket: true },
        { ...ticket, status: 'pending', userId: null, queueId: 99 },
      ],
      false,
    ],
    [
      'waiting in any queue, for an administrator of none',
      [
        { ...admin, allTicket: true, queueIds: [] },
        { ...ticket, status: 'pending', userId: null, queueId: 99 },
      ],
      true,
    ],
    ['a colleague’s, for an administrator', [admin, { ...ticket, userId: 2 }], false],
  ];
  for (const [name, options, expected] of cases) {
    test(`${name}: ${expected}`, () => expect(concerns(...options)).toBe(expected));
  }
});

describe('previewOf', () => {
  test('cuts to 20 characters on one line', () => {
    expect(previewOf('12345678901234567890')).toBe('12345678901234567890');
    expect(previewOf('123456789012345678901')).toBe('12345678901234567890…');
    expect(previewOf('  bom\n\n dia \t ')).toBe('bom dia');
    expect(previewOf('')).toBe('');
  });

  test('never cuts an emoji or a combined accent', () => {
    expect(previewOf('👨‍👩‍👧'.repeat(25))).toBe(`${'👨‍👩‍👧'.repeat(20)}…`);
    expect(previewOf('e\u0301'.repeat(25))).toBe(`${'e\u0301'.repeat(20)}…`);
  });

  test('takes linear time for a very long message', () => {
    expect([...previewOf('a '.repeat(500_000))].length).toBeLessThanOrEqual(21);
    expect(findSlowText({ name: 'preview', run: previewOf }, [repeated('a ')])).toBe('');
  });
});

describe('isPushEndpoint', () => {
  for (const good of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QK',
  ]) {
    test(`accepts ${good}`, () => expect(isPushEndpoint(good)).toBe(true));
  }
  for (const bad of [
    'http://fcm.googleapis.com/x',
    'https://localhost/x',
    'https://router.lan/x',
    'https://push.local/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.0.0.8/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://example.com:8443/x',
    'https://user:word@example.com/x',
    'https://example.com./x',
    'file:///etc/passwd',
    'nonsense',
    '',
  ]) {
    test(`refuses ${bad || 'nothing'}`, () => expect(isPushEndpoint(bad)).toBe(false));
  }
});
