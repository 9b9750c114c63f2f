import { afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { loadTranslations } from '@/core/i18n.ts';
import { me, message, NOW, ticketDetail } from '../../workspace/fixtures.test-support.ts';

withDom();

const loaded = Promise.withResolvers<{
  Conversation: typeof import('../conversation.tsx').Conversation;
  fixture: typeof import('../../workspace/fixture.test-support.tsx').fixture;
  watchRefusals: typeof import('./watch-refusals.ts').watchRefusals;
}>();
beforeAll(async () => {
  const [{ Conversation }, { fixture }, { watchRefusals }] = await Promise.all([
    import('../conversation.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
    import('./watch-refusals.ts'),
  ]);
  loaded.resolve({ Conversation, fixture, watchRefusals });
});

let stopWatching: () => void;
let end: () => Promise<void>;
let act: (work: () => unknown) => Promise<unknown>;
let onEvent: (channel: string, data: unknown) => Promise<unknown>;
async function open(): Promise<void> {
  const { Conversation, fixture } = await loaded.promise;
  const messages = [message(1), message(2)];
  const props = { me, ticket: ticketDetail(1), messages, events: [], hasMore: false, now: NOW };
  ({ end, act, onEvent } = await fixture(Conversation, props, () => ({
    messages: [],
    events: [],
    ticket: props.ticket,
    hasMore: false,
  })));
}
beforeEach(async () => {
  const { watchRefusals } = await loaded.promise;
  stopWatching = watchRefusals(loadTranslations().t('pt'));
  await open();
});
afterEach(async () => {
  stopWatching();
  await end();
  document.getElementById('toasts')?.remove();
  (await import('./refused-edits.ts')).refusedEdits.set([]);
});

const toasts = () => [...document.querySelectorAll('.toast-card')].map((card) => card.textContent);
const refused = (error: unknown) => ({ action: 'edit', messageId: '1', ticketId: 1, wanted: 'x', error });

const dialog = () => document.querySelector<HTMLTextAreaElement>('#edit-message textarea');
const shown = (text: string) =>
  until(`the dialog with ${text}`, async () => {
    await act(async () => {});
    return dialog()?.value === text;
  });

let check: (() => void) | undefined;
let every: { mockRestore(): void };
beforeEach(() => {
  check = undefined;
  every = spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
    if (ms === 500) check = work;
    return 0;
  }) as never);
});
afterEach(() => every.mockRestore());

async function checkTimes(times: number): Promise<void> {
  await until('the check for quiet', async () => {
    await act(async () => {});
    return check;
  });
  await act(() => {
    for (let done = 0; done < times; done += 1) check?.();
  });
}

describe('messageRefused event', () => {
  test('reopens the edit dialog with the rejected text for edits only', async () => {
    const data = { ...refused('ERR_EDITING_WAPP_MSG'), wanted: 'o preço é 42' };
    await onEvent('messageRefused', { ...data, messageId: '3', wanted: 'de outra conversa' });
    await onEvent('messageRefused', { ...data, action: 'delete', wanted: 'apagada' });
    await onEvent('messageRefused', data);
    await checkTimes(6);
    await shown('o preço é 42');
  });

  test('offers an edit refused while no conversation is open as soon as its own is opened', async () => {
    await end();
    await onEvent('messageRefused', { ...refused('ERR_EDITING_WAPP_MSG'), wanted: 'o preço é 42' });
    expect(toasts()).toHaveLength(1);
    await open();
    await checkTimes(6);
    await shown('o preço é 42');
  });

  test('opens its dialog only once no other text is being written', async () => {
    const edit = (messageId: string, wanted: string) => ({ ...refused('x'), messageId, wanted });
    const field = document.createElement('textarea');
    document.body.append(field);
    field.value = 'Bom dia';
    field.focus();
    await onEvent('messageRefused', edit('2', 'dois'));
    await checkTimes(9);
    expect(dialog()).toBeNull();
    field.value = '';
    await checkTimes(5);
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    await checkTimes(5);
    expect(dialog()).toBeNull();
    await checkTimes(1);
    await shown('dois');
    await act(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(dialog(), 'dois e');
      dialog()?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await onEvent('messageRefused', edit('1', 'um'));
    await act(async () => {});
    expect(dialog()?.value).toBe('dois e');
    await act(() => document.querySelector<HTMLDialogElement>('#edit-message')?.close());
    await checkTimes(6);
    await shown('um');
    field.remove();
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
