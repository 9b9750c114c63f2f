import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { me, ticket } from '../../workspace/fixtures.test-support.ts';

withDom();

test('files wait in their own ticket while another one is shown, until they are removed', async () => {
  const [{ Composer }, { fixture }, { loadExtras }] = await Promise.all([
    import('../composer.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
    import('../../workspace/use-extras.ts'),
  ]);
  const show = async (id: number) => {
    const made = await fixture(Composer, { me, ticket: ticket(id) });
    await made.act(() => loadExtras());
    return { ...made, isWaiting: () => made.host.textContent?.includes('nota.txt') === true };
  };
  const left = await show(75);
  const input = left.find('input[type="file"]');
  const files = [new File(['conteúdo'], 'nota.txt', { type: 'text/plain' })];
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await left.act(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  expect(left.isWaiting()).toBe(true);
  await left.end();
  const other = await show(76);
  expect(other.isWaiting()).toBe(false);
  await other.end();
  const again = await show(75);
  expect(again.isWaiting()).toBe(true);
  expect(again.find('[aria-label^="Legenda"]') === document.activeElement).toBe(false);
  await again.act(() => again.find('[aria-label="Remover nota.txt"]').click());
  await again.end();
  const last = await show(75);
  expect(last.isWaiting()).toBe(false);
  await last.end();
});
