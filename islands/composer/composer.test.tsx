import { afterEach, beforeAll, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import type { TicketStatus } from '@/modules/tickets/tickets.schema.ts';
import { me, message, ticket } from '../desk/fixtures.test-support.ts';
import type { Call } from '../desk/stage.test-support.tsx';

withDom();

const loaded = Promise.withResolvers<{
  Composer: typeof import('./composer.tsx').Composer;
  stage: typeof import('../desk/stage.test-support.tsx').stage;
  replyTarget: typeof import('../desk/reply.ts').replyTarget;
}>();
beforeAll(async () => {
  const [{ Composer }, { stage }, { replyTarget }] = await Promise.all([
    import('./composer.tsx'),
    import('../desk/stage.test-support.tsx'),
    import('../desk/reply.ts'),
  ]);
  loaded.resolve({ Composer, stage, replyTarget });
});

const staged: { end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of staged.splice(0)) await one.end();
});

const stored = ({ body }: Call) =>
  message(1, { fromMe: true, clientId: (body as { clientId?: string }).clientId ?? null });

async function desk(status: TicketStatus = 'open') {
  const { Composer, stage } = await loaded.promise;
  const made = await stage(Composer, { me, ticket: { id: 1, uuid: 'uuid-1', status } }, stored);
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

test('Enter sends once, signed, and empties the field', async () => {
  const { complaints, press, type, posts, field } = await desk();
  expect(complaints).toEqual([]);
  await type(' Olá ');
  await press('Enter');
  expect(posts()).toEqual([{ body: '*Bia:*\nOlá', clientId: expect.any(String), quotedMsg: null }] as never);
  expect(field.value).toBe('');
});

test('Shift+Enter, an IME and blanks send nothing', async () => {
  const { press, type, posts } = await desk();
  await type('   \n ');
  await press('Enter');
  await type('こんにちは');
  await press('Enter', { shiftKey: true });
  await press('Enter', { isComposing: true });
  await press('Enter', { keyCode: 229 } as KeyboardEventInit);
  expect(posts()).toEqual([]);
});

test('the signature can be turned off, and stays off', async () => {
  const first = await desk();
  await first.act(() => first.find('[aria-pressed=true]').click());
  await first.type('sem nome');
  await first.press('Enter');
  expect(first.posts()[0]?.body).toBe('sem nome');
  expect(localStorage.getItem('signOption')).toBe('false');
});

test('the draft is kept while typing and forgotten when sent', async () => {
  const { type, press } = await desk();
  await type('meio');
  expect(localStorage.getItem('draft:1:1:1')).toBe('meio');
  await press('Enter');
  expect(localStorage.getItem('draft:1:1:1')).toBeNull();
});

test('a draft of before is taken up; another person’s is not', async () => {
  localStorage.setItem('draft:1:2:1', 'de outra pessoa');
  localStorage.setItem('draft:1:1:1', 'meu');
  expect((await desk()).field.value).toBe('meu');
});

test('closed to writing unless the ticket is open, with the reason; opens when it is accepted', async () => {
  const { field, hear, posts, press } = await desk('pending');
  expect([field.disabled, field.placeholder]).toEqual([true, 'Aceite o atendimento para responder']);
  await press('Enter');
  expect(posts()).toEqual([]);
  await hear('ticket', { action: 'update', ticket: ticket(2, 1) });
  expect(field.disabled).toBe(true);
  await hear('ticket', { action: 'update', ticket: ticket(1, 1) });
  expect(field.disabled).toBe(false);
  await hear('ticket', { action: 'update', ticket: ticket(1, 2, { status: 'closed' }) });
  expect([field.disabled, field.placeholder]).toEqual([true, 'Atendimento resolvido: reabra para responder']);
});

test('an answer quotes its message; Escape lets it go; another ticket’s is not shown', async () => {
  const { replyTarget } = await loaded.promise;
  const { host, act, press, type, posts } = await desk();
  await act(() => replyTarget.set(message(9, { ticketId: 2 })));
  expect(host.querySelector('[data-reply-bar]')).toBeNull();
  await act(() => replyTarget.set(message(9, { body: 'pergunta' })));
  expect(host.querySelector('[data-reply-bar]')?.textContent).toContain('pergunta');
  await press('Escape');
  expect(host.querySelector('[data-reply-bar]')).toBeNull();
  await act(() => replyTarget.set(message(9)));
  await type('resposta');
  await press('Enter');
  expect(posts()[0]).toMatchObject({ quotedMsg: { id: '9' } });
  expect(replyTarget.get()).toBeNull();
});
