import { afterEach, beforeAll, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import type { TicketStatus } from '@/modules/tickets/tickets.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import type { Call } from '../workspace/fixture.test-support.tsx';
import { me, message, ticket } from '../workspace/fixtures.test-support.ts';

withDom();

const loaded = Promise.withResolvers<{
  Composer: typeof import('./composer.tsx').Composer;
  fixture: typeof import('../workspace/fixture.test-support.tsx').fixture;
  replyTarget: typeof import('../workspace/reply.ts').replyTarget;
  watchConnections: typeof import('../workspace/watch-connections.ts').watchConnections;
  loadExtras: typeof import('../workspace/use-extras.ts').loadExtras;
}>();
beforeAll(async () => {
  const [{ Composer }, { fixture }, { replyTarget }, { watchConnections }, { loadExtras }] =
    await Promise.all([
      import('./composer.tsx'),
      import('../workspace/fixture.test-support.tsx'),
      import('../workspace/reply.ts'),
      import('../workspace/watch-connections.ts'),
      import('../workspace/use-extras.ts'),
    ]);
  loaded.resolve({ Composer, fixture, replyTarget, watchConnections, loadExtras });
});

const staged: { end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of staged.splice(0)) await one.end();
});

const stored = ({ body, path }: Call) =>
  path.endsWith('/whatsapp')
    ? [{ id: 1, name: 'Loja', status: 'TIMEOUT' }]
    : message(1, { fromMe: true, clientId: (body as { clientId?: string }).clientId ?? null });

async function app(
  status: TicketStatus = 'open',
  over: Partial<TicketView> = {},
  reply: (call: Call) => unknown = stored,
) {
  const { Composer, fixture, loadExtras } = await loaded.promise;
  const made = await fixture(Composer, { me, ticket: ticket(1, 0, { status, ...over }) }, reply);
  await made.act(() => loadExtras());
  staged.push(made);
  const field = made.find<HTMLTextAreaElement>('textarea');
  const press = (key: string, over: KeyboardEventInit = {}) =>
    made.act(() =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...over })),
    );
  const type = (text: string) =>
    made.act(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const posts = () =>
    made.calls.filter((call) => call.method === 'POST').map((call) => call.body as { body: string });
  return { ...made, field, press, type, posts };
}

test('Enter sends the signed text once and empties the field', async () => {
  const { complaints, press, type, posts, field } = await app();
  expect(complaints).toEqual([]);
  await type(' Olá ');
  await press('Enter');
  expect(posts()).toEqual([{ body: '*Bia:*\nOlá', clientId: expect.any(String), quotedMsg: null }] as never);
  expect(field.value).toBe('');
});

test('Shift+Enter, IME input and blanks send nothing', async () => {
  const { press, type, posts } = await app();
  await type('   \n ');
  await press('Enter');
  await type('こんにちは');
  await press('Enter', { shiftKey: true });
  await press('Enter', { isComposing: true });
  await press('Enter', { keyCode: 229 } as KeyboardEventInit);
  expect(posts()).toEqual([]);
});

test('a double click on send records nothing, a separate click starts recording', async () => {
  const { act, find, type, field } = await app();
  const click = (name: string, detail: number) =>
    act(() => find(name).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })));
  const isRecording = () => field.closest('.hidden') !== null;
  // A refused microphone would end the recording as soon as the recorder is loaded.
  const mediaDevices = { getUserMedia: () => new Promise(() => undefined) };
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  await type('Olá');
  await click('[type=submit]', 1);
  await click('[aria-label="Gravar áudio"]', 2);
  expect(isRecording()).toBe(false);
  await click('[aria-label="Gravar áudio"]', 1);
  expect(isRecording()).toBe(true);
});

test('the signature stays off once switched off', async () => {
  const first = await app();
  await first.act(() => first.find('[aria-pressed=true]').click());
  await first.type('sem nome');
  await first.press('Enter');
  expect(first.posts()[0]?.body).toBe('sem nome');
  expect(localStorage.getItem('signOption')).toBe('false');
});

test('stores the draft while typing and deletes it on sending', async () => {
  const { type, press } = await app();
  await type('meio');
  expect(localStorage.getItem('draft:1:1:1')).toBe('meio');
  await press('Enter');
  expect(localStorage.getItem('draft:1:1:1')).toBeNull();
});

test('restores only the user’s own draft', async () => {
  localStorage.setItem('draft:1:2:1', 'de outra pessoa');
  localStorage.setItem('draft:1:1:1', 'meu');
  expect((await app()).field.value).toBe('meu');
});

test('disables the field with the reason until the ticket is accepted', async () => {
  const { field, onEvent, posts, press } = await app('pending');
  expect([field.disabled, field.placeholder]).toEqual([true, 'Aceite para responder']);
  await press('Enter');
  expect(posts()).toEqual([]);
  await onEvent('ticket', { action: 'update', ticket: ticket(2, 1) });
  expect(field.disabled).toBe(true);
  await onEvent('ticket', { action: 'update', ticket: ticket(1, 1) });
  expect(field.disabled).toBe(false);
  await onEvent('ticket', { action: 'update', ticket: ticket(1, 2, { status: 'closed' }) });
  expect([field.disabled, field.placeholder]).toEqual([true, 'Reabra para responder']);
});

test('a reply quotes its message, Escape cancels it and other tickets ignore it', async () => {
  const { replyTarget } = await loaded.promise;
  const { host, act, press, type, posts } = await app();
  await act(() => replyTarget.set(message(9, { ticketId: 2 })));
  expect(host.querySelector('[data-reply-bar]')).toBeNull();
  await act(() => replyTarget.set(message(9, { body: 'pergunta' })));
  expect(host.querySelector('[data-reply-bar]')?.textContent).toContain('pergunta');
  await press('Escape', { isComposing: true });
  expect(host.querySelector('[data-reply-bar]')?.textContent).toContain('pergunta');
  await press('Escape');
  expect(host.querySelector('[data-reply-bar]')).toBeNull();
  await act(() => replyTarget.set(message(9)));
  await type('resposta');
  await press('Enter');
  expect(posts()[0]).toMatchObject({ quotedMsg: { id: '9' } });
  expect(replyTarget.get()).toBeNull();
});

test('names unfilled variables and asks before sending', async () => {
  const { host, type, press, posts, find, act, field } = await app('open', { protocol: '' });
  await type('Olá {{firstName}}, {{pedido}} {{protocol}}');
  const chips = () => [...host.querySelectorAll('[data-variable]')].map((chip) => chip.textContent);
  expect(chips()).toEqual(['pedido', 'protocol']);
  await press('Enter');
  expect(posts()).toEqual([]);
  expect(document.activeElement).toBe(find('[data-send-anyway]'));
  await type('Olá {{pedido}}');
  expect(host.querySelector('[data-send-anyway]')).toBeNull();
  await press('Enter');
  await act(() => find('[data-send-anyway]').click());
  expect(posts().map(({ body }) => body)).toEqual([expect.stringContaining('Olá {{pedido}}')]);
  expect([field.value, chips()]).toEqual(['', []]);
  await type('{{firstName}}, bom dia');
  await press('Enter');
  expect(posts()).toHaveLength(2);
});

test('shows a notice while the connection is down and still allows writing', async () => {
  const { watchConnections } = await loaded.promise;
  const { host, onEvent, type, press, posts, act } = await app();
  let stop = () => {};
  await act(() => {
    stop = watchConnections();
  });
  const notice = () => host.querySelector('[data-notice=line-down]')?.textContent;
  const session = (status: string, id = 1) => ({ action: 'update', session: { id, name: 'Loja', status } });
  await onEvent('whatsappSession', session('CONNECTED', 2));
  expect(notice()).toContain('Loja');
  await onEvent('whatsappSession', session('CONNECTED'));
  await onEvent('whatsappSession', session('DISCONNECTED', 2));
  expect(notice()).toBeUndefined();
  await onEvent('whatsappSession', session('DISCONNECTED'));
  expect(notice()?.trim()).toBe('Loja sem conexão: sua mensagem será enviada quando voltar');
  await type('fica na fila');
  await press('Enter');
  expect(posts()).toHaveLength(1);
  await onEvent('whatsappSession', session('CONNECTED'));
  expect(notice()).toBeUndefined();
  stop();
});

const ofAna = { userId: 7, user: { id: 7, name: 'Ana' } };

test('names the colleague who holds the ticket and blocks writing until confirmed', async () => {
  const { host, complaints, field, type, press, posts, find, act } = await app('open', { ...ofAna, id: 31 });
  expect(complaints).toEqual([]);
  expect(find('[data-notice=colleague]').textContent).toContain('Com Ana');
  expect([field.disabled, field.placeholder]).toEqual([true, 'Assuma ou responda']);
  await press('Enter');
  await act(() => find('[data-share]').click());
  expect(host.querySelector('[data-notice=colleague]')).toBeNull();
  await type('com licença');
  await press('Enter');
  expect(posts()).toHaveLength(1);
});

test('answering anyway applies to one ticket only', async () => {
  const { field, onEvent } = await app('open', { id: 32 });
  expect(field.disabled).toBe(false);
  await onEvent('ticket', { action: 'update', ticket: ticket(32, 1, ofAna) });
  expect(field.disabled).toBe(true);
  await onEvent('ticket', { action: 'update', ticket: ticket(32, 2) });
  expect(field.disabled).toBe(false);
});

test('a colleague’s ticket can be taken over above the field', async () => {
  const { calls, find, act } = await app('open', { ...ofAna, id: 33, queueId: 4 });
  Object.assign(window, { htmx: { ajax: async () => undefined } });
  await act(() => find('[data-take]').click());
  const taken = calls.find((call) => call.method === 'PUT');
  expect(taken).toMatchObject({
    path: expect.stringContaining('/tickets/33'),
    body: { userId: 1, queueId: 4 },
  });
});

const PIX = { id: 7, shortcode: 'pix', message: 'A chave é esta', isMedia: false, unfilled: [] };

test('/ opens the quick messages and Enter waits until they have loaded', async () => {
  const list = Promise.withResolvers<unknown>();
  const { act, find, host, press, type, posts, field } = await app('open', { id: 71 }, (call) =>
    call.path.endsWith('/quick-messages') ? [PIX] : stored(call),
  );
  const answering = globalThis.fetch;
  globalThis.fetch = (async (input: string, init?: RequestInit) => {
    if (String(input).endsWith('/quick-messages')) await list.promise;
    return answering(input, init);
  }) as typeof fetch;
  await type('/');
  expect(find('[data-quick-loading]')).toBeTruthy();
  await press('Enter');
  await type('/pi');
  await press('Enter');
  expect(posts()).toEqual([]);
  expect(field.value).toBe('/pi');
  await act(() => list.resolve(null));
  await until('the list', () => host.querySelector('[data-quick="7"]'));
  await press('Enter');
  expect([field.value, posts()]).toEqual(['A chave é esta', []]);
});

test('asks before sending a /shortcode that matches no quick message', async () => {
  const { act, host, press, type, posts, find } = await app('open', { id: 72 }, (call) =>
    call.path.endsWith('/quick-messages') ? [PIX] : stored(call),
  );
  await type('/');
  await until('the list', () => host.querySelector('[data-quick="7"]'));
  await type('/pagamento');
  await press('Enter');
  expect(posts()).toEqual([]);
  await act(() => find('[data-send-anyway]').click());
  expect(posts().map(({ body }) => body.split('\n').at(-1))).toEqual(['/pagamento']);
});

test('does not send an unmatched /shortcode as a file caption', async () => {
  const { act, host, press, type, posts, find } = await app('open', { id: 73 }, (call) =>
    call.path.endsWith('/quick-messages') ? [PIX] : stored(call),
  );
  await type('/');
  await until('the list', () => host.querySelector('[data-quick="7"]'));
  const input = find('input[type="file"]');
  const files = [new File(['conteúdo'], 'nota.txt', { type: 'text/plain' })];
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await act(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until('the file', () => host.textContent?.includes('nota.txt'));
  await type('/pagamento');
  await press('Enter');
  expect(posts()).toEqual([]);
  expect(find('[data-send-anyway]').isConnected).toBe(true);
});

test('a change published while the pane was on its way is shown, one before it was asked for is not', async () => {
  const { noteChange, reopenPane, route } = await import('../workspace/navigation.ts');
  const { uuid, ...waiting } = ticket(1, 0, { status: 'pending', userId: null });
  Object.assign(window, { htmx: { ajax: async () => undefined } });
  route.set({ ...route.get(), uuid });
  noteChange({ ...waiting, uuid }, 'pending');
  expect((await app('open')).field.disabled).toBe(true);
  await reopenPane(uuid);
  expect((await app('open')).field.disabled).toBe(false);
});
