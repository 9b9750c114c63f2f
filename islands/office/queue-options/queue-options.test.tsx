import { afterEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';
import type { Call } from '../../workspace/fixture.test-support.tsx';

withDom();

const queue = { id: 3, name: 'Vendas', greeting: '', mediaName: null };
const option = (id: number, at: number, title: string) =>
  ({ id, queueId: 3, parentId: null, option: String(at), title, message: '', mediaName: null }) as never;
const named = (...titles: string[]): QueueOptionView[] =>
  titles.map((title, index) => option(title.charCodeAt(0), index + 1, title));

let end: () => Promise<void> = async () => undefined;
afterEach(async () => {
  document.getElementById('toasts')?.remove();
  await end();
});

async function show(initial: QueueOptionView[], reply: (call: Call) => unknown) {
  const [{ QueueOptions }, { fixture }] = await Promise.all([
    import('./queue-options.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const made = await fixture(QueueOptions, { queue, initial }, reply);
  end = made.end;
  const press = (name: string) => made.act(() => made.find(`[aria-label="${name}"]`).click());
  const click = (text: string) =>
    made.act(() =>
      [...made.host.querySelectorAll('button')].find((one) => one.textContent === text)?.click(),
    );
  const titles = () =>
    [...made.host.querySelectorAll('.option-title')].map((one) => one.querySelector('span')?.textContent);
  const settled = (what: string, probe: () => unknown) =>
    until(what, async () => {
      await made.act(async () => undefined);
      return probe();
    });
  return { ...made, press, click, titles, settled };
}

test('of two lists asked for at once the later one is shown', async () => {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const { act, onEvent, titles } = await show(named('A'), ({ method }) => {
    if (method !== 'GET') return {};
    const answer = Promise.withResolvers<unknown>();
    answers.push(answer);
    return answer.promise;
  });
  const from = answers.length;
  for (let times = 0; times < 2; times += 1) await onEvent('queueOptions', { queueId: 3 });
  const [first, second] = answers.slice(from);
  for (const [answer, title] of [
    [second, 'B'],
    [first, 'A'],
  ] as const)
    await act(async () => {
      answer?.resolve(named(title));
      await new Promise((resolve) => setTimeout(resolve));
    });
  expect(titles()).toEqual(['B']);
  for (let times = 0; times < 2; times += 1) await onEvent('queueOptions', { queueId: 3 });
  const [good, bad] = answers.slice(from + 2);
  await act(async () => {
    bad?.reject(new Error('502'));
    good?.resolve(named('C'));
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(titles()).toEqual(['C']);
});

test('a deletion is announced; the focus goes to the next option, and back to the button when it is cancelled', async () => {
  let left = named('A', 'B');
  const { find, host, press, click, titles, settled } = await show(left, ({ method }) => {
    if (method === 'DELETE') left = named('B');
    return left;
  });
  await press('Excluir A');
  await click('Cancelar');
  expect(document.activeElement === find('[aria-label="Excluir A"]')).toBe(true);
  await press('Excluir A');
  await click('Excluir');
  await settled('the deletion', () => titles().join() === 'B');
  await settled('the focus', () => document.activeElement === host.querySelector('.option-title'));
  expect(host.querySelector('.option-tree > [role=status]')?.textContent).toBe('Opção A excluída');
});

test('a moved option does not take the focus from a field', async () => {
  const { act, find, host, titles, settled } = await show(named('A', 'B'), () => named('B', 'A'));
  await act(() =>
    find('[data-move]').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
  );
  const field = host.querySelector<HTMLInputElement>('.option-add input');
  field?.focus();
  await settled('the new order', () => titles().join() === 'B,A');
  expect(document.activeElement === field).toBe(true);
});

test('a file that was refused can be chosen again', async () => {
  const { act, find, settled } = await show(named('A'), ({ method }) =>
    method === 'POST' ? new Response(null, { status: 503 }) : named('A'),
  );
  await act(() => find('.option-title').click());
  const input = find<HTMLInputElement>('input[type=file]');
  let emptied = 0;
  const file = new File(['x'], 'x.txt');
  Object.defineProperty(input, 'value', {
    set: () => {
      emptied += 1;
    },
  });
  Object.defineProperty(input, 'files', { get: () => (emptied ? [] : [file]) });
  await act(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  await settled('the refusal', () => document.querySelector('.toast-card'));
  await settled('an empty field', () => emptied === 1);
});
