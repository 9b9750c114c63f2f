import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';

withDom();

const owner = { id: 1, companyId: 1 };
const KEY = 'todolist:1:1';

async function show(...texts: string[]) {
  const [{ TodoList }, { fixture }] = await Promise.all([
    import('./todo-list.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const store = (left: string[]) =>
    localStorage.setItem(KEY, JSON.stringify(left.map((text) => ({ id: text, text }))));
  store(texts);
  const made = await fixture(TodoList, { owner });
  const { act, find } = made;
  const press = (name: string) => act(() => find(`[aria-label="${name}"]`).click());
  const focused = () => document.activeElement?.getAttribute('aria-label');
  const type = (text: string) =>
    act(() => {
      const field = find<HTMLInputElement>('[aria-label="Texto da tarefa"]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const elsewhere = (left: string[]) =>
    act(() => {
      store(left);
      dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
    });
  const stored = () =>
    (JSON.parse(localStorage.getItem(KEY) ?? '[]') as { text: string }[]).map(({ text }) => text);
  return { ...made, press, focused, type, elsewhere, stored };
}

test('after a change the focus is on the task, after a deletion on the next one', async () => {
  const { act, find, press, focused, end } = await show('um', 'dois');
  const leave = (over: KeyboardEventInit) =>
    act(() =>
      find('[aria-label="Texto da tarefa"]').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...over }),
      ),
    );
  await press('Editar: um');
  await press('Cancelar');
  expect(focused()).toBe('Editar: um');
  await press('Editar: um');
  await leave({ isComposing: true });
  await leave({});
  expect(focused()).toBe('Editar: um');
  await press('Excluir: um');
  expect(focused()).toBe('Editar: dois');
  await press('Excluir: dois');
  expect(focused()).toBe('Nova tarefa');
  await end();
});

test('a task that another tab deletes while it is edited keeps its text and is saved', async () => {
  const { press, type, elsewhere, stored, find, end } = await show('um', 'dois');
  await press('Editar: um');
  await type('um e meio');
  await elsewhere(['dois']);
  expect(find<HTMLInputElement>('[aria-label="Texto da tarefa"]').value).toBe('um e meio');
  await press('Salvar');
  expect(stored()).toEqual(['dois', 'um e meio']);
  await end();
});
