import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { me, message, NOW, ticketDetail } from '../../workspace/fixtures.test-support.ts';

withDom();

const loaded = Promise.withResolvers<{
  Conversation: typeof import('../conversation.tsx').Conversation;
  fixture: typeof import('../../workspace/fixture.test-support.tsx').fixture;
}>();
beforeAll(async () => {
  const [{ Conversation }, { fixture }] = await Promise.all([
    import('../conversation.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  loaded.resolve({ Conversation, fixture });
});

let end: () => Promise<void>;
let act: (work: () => unknown) => Promise<unknown>;
let onEvent: (channel: string, data: unknown) => Promise<unknown>;
beforeEach(async () => {
  const { Conversation, fixture } = await loaded.promise;
  const props = { me, ticket: ticketDetail(1), messages: [message(1)], events: [], hasMore: false, now: NOW };
  ({ end, act, onEvent } = await fixture(Conversation, props, () => ({
    messages: [],
    events: [],
    ticket: props.ticket,
    hasMore: false,
  })));
});
afterEach(async () => {
  document.getElementById('toasts')?.remove();
  await end();
});

const toasts = () => [...document.querySelectorAll('.toast-card')].map((card) => card.textContent);
const refused = (error: unknown) => ({ action: 'edit', messageId: '1', ticketId: 1, wanted: 'x', error });

describe('messageRefused event', () => {
  test('reopens the edit dialog with the rejected text for edits only', async () => {
    const dialog = () => document.querySelector<HTMLTextAreaElement>('#edit-message textarea');
    const data = { ...refused('ERR_EDITING_WAPP_MSG'), wanted: 'o preço é 42' };
    await onEvent('messageRefused', { ...data, ticketId: 2 });
    await onEvent('messageRefused', { ...data, action: 'delete' });
    expect(dialog()).toBeNull();
    await onEvent('messageRefused', data);
    await until('the dialog is open', async () => {
      await act(async () => {});
      return dialog();
    });
    expect(dialog()?.value).toBe('o preço é 42');
  });

  test('shows the error in the user’s language', async () => {
    await onEvent('messageRefused', refused('ERR_EDITING_WAPP_MSG'));
    expect(toasts()).toEqual(['Não foi possível editar a mensagem no WhatsApp. Tente de novo.']);
  });

  test('shows an untranslated reason as plain text', async () => {
    await onEvent('messageRefused', refused('too late <img src=x>'));
    expect(toasts()).toEqual(['too late <img src=x>']);
    expect(document.querySelector('.toast-card img')).toBeNull();
  });
});
