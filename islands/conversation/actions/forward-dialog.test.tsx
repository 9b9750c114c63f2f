import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { message } from '../../workspace/fixtures.test-support.ts';

withDom();

const contact = (id: number, name: string) => ({ id, name, number: '5511999990000', profilePicUrl: null });

test('a click on a list that has just replaced another forwards nothing; a refusal leaves the focus', async () => {
  const [{ ForwardDialog }, { fixture }] = await Promise.all([
    import('./forward-dialog.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const props = { message: message(1), onClose: () => undefined };
  const { find, act, calls, end } = await fixture(ForwardDialog, props, ({ path, method }) => {
    if (method === 'POST') return new Response(null, { status: 502 });
    return { contacts: [path.includes('maria') ? contact(2, 'Maria') : contact(1, 'Mara')] };
  });
  const field = find<HTMLInputElement>('input');
  const search = async (text: string, id: number) => {
    await act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    return until(`contact ${id}`, async () => {
      await act(async () => undefined);
      return document.querySelector<HTMLElement>(`[data-contact="${id}"]`);
    });
  };
  const clickAt = (row: HTMLElement, timeStamp: number, detail: number) => {
    const click = new MouseEvent('click', { bubbles: true, detail });
    Object.defineProperty(click, 'timeStamp', { value: timeStamp });
    return act(() => row.dispatchEvent(click));
  };
  const sent = () => calls.filter(({ method }) => method === 'POST').length;
  await search('mar', 1);
  const row = await search('maria', 2);
  await clickAt(row, 1, 1);
  expect(sent()).toBe(0);
  row.focus();
  await clickAt(row, 1, 0);
  await until('the refusal', async () => {
    await act(async () => undefined);
    return document.querySelector('.toast-card');
  });
  expect([sent(), document.activeElement === row]).toEqual([1, true]);
  document.getElementById('toasts')?.remove();
  await end();
});
