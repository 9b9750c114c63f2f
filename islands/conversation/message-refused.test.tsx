import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { me, message, NOW, ticketDetail } from '../desk/fixtures.test-support.ts';

withDom();

const loaded = Promise.withResolvers<{
  Conversation: typeof import('./conversation.tsx').Conversation;
  stage: typeof import('../desk/stage.test-support.tsx').stage;
}>();
beforeAll(async () => {
  const [{ Conversation }, { stage }] = await Promise.all([
    import('./conversation.tsx'),
    import('../desk/stage.test-support.tsx'),
  ]);
  loaded.resolve({ Conversation, stage });
});

let end: () => Promise<void>;
let act: (work: () => unknown) => Promise<unknown>;
let hear: (channel: string, data: unknown) => Promise<unknown>;
beforeEach(async () => {
  const { Conversation, stage } = await loaded.promise;
  const props = { me, ticket: ticketDetail(1), messages: [message(1)], events: [], hasMore: false, now: NOW };
  ({ end, act, hear } = await stage(Conversation, props, () => ({
    messages: [],
    events: [],
    hasMore: false,
  })));
});
afterEach(async () => {
  document.getElementById('toasts')?.remove();
  await end();
});

const toasts = () => [...document.querySelectorAll('.toast-card')].map((card) => card.textContent);
const refused = (error: unknown) => ({ action: 'edit', messageId: '1', ticketId: 1, wanted: 'x', error });

describe('a change that WhatsApp did not take', () => {
  test('offers the new words again, and only them', async () => {
    const dialog = () => document.querySelector<HTMLTextAreaElement>('#edit-message textarea');
    const data = { ...refused('ERR_EDITING_WAPP_MSG'), wanted: 'o preço é 42' };
    await hear('messageRefused', { ...data, ticketId: 2 });
    await hear('messageRefused', { ...data, action: 'delete' });
    expect(dialog()).toBeNull();
    await hear('messageRefused', data);
    for (let turn = 0; turn < 100 && !dialog(); turn += 1)
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    expect(dialog()?.value).toBe('o preço é 42');
  });

  test('is told in the reader’s words', async () => {
    await hear('messageRefused', refused('ERR_EDITING_WAPP_MSG'));
    expect(toasts()).toEqual(['Não foi possível editar a mensagem do WhatsApp.']);
  });

  test('a reason without a translation as it came, as text', async () => {
    await hear('messageRefused', refused('too late <img src=x>'));
    expect(toasts()).toEqual(['too late <img src=x>']);
    expect(document.querySelector('.toast-card img')).toBeNull();
  });
});
