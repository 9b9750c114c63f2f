import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import type { Call } from '../workspace/fixture.test-support.tsx';
import { me, message, ticket } from '../workspace/fixtures.test-support.ts';

withDom();

const PIX = { id: 7, shortcode: 'pix', message: 'A chave é esta', isMedia: false, unfilled: [] };

test.each(['/pagamento', 'Olá {{pedido}}'])(
  'a question about %s that was declined is asked again on sending only',
  async (text) => {
    const [{ Composer }, { fixture }, { loadExtras }] = await Promise.all([
      import('./composer.tsx'),
      import('../workspace/fixture.test-support.tsx'),
      import('../workspace/use-extras.ts'),
    ]);
    const answer = ({ path }: Call) =>
      path.endsWith('/quick-messages') ? [PIX] : message(1, { fromMe: true });
    const { find, host, act, end } = await fixture(Composer, { me, ticket: ticket(74) }, answer);
    await act(() => loadExtras());
    const field = find<HTMLTextAreaElement>('textarea');
    const press = (target: HTMLElement, key: string) =>
      act(() => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
    const type = (next: string) =>
      act(() => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, next);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    field.focus();
    if (text.startsWith('/')) {
      await type('/');
      await until('the list', () => host.querySelector('[data-quick="7"]'));
    }
    await type(text);
    await press(field, 'Enter');
    const button = find('[data-send-anyway]');
    expect(document.activeElement === button).toBe(true);
    await press(button, 'Escape');
    await type(`${text}!`);
    await type(text);
    expect([document.activeElement === field, host.querySelectorAll('[data-send-anyway]').length]).toEqual([
      true,
      0,
    ]);
    await press(field, 'Enter');
    expect(document.activeElement === find('[data-send-anyway]')).toBe(true);
    await end();
  },
);
