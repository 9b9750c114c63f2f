import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { message } from '../workspace/fixtures.test-support.ts';

withDom();

test('toasts that moved into the viewer outlive it', async () => {
  const [{ Viewer }, { fixture }, { showToast }] = await Promise.all([
    import('./viewer.tsx'),
    import('../workspace/fixture.test-support.tsx'),
    import('../page/toast.ts'),
  ]);
  const messages = [message(1, { mediaType: 'image', mediaUrl: '/a.jpg', mediaState: 'ready' })];
  const nothing = () => undefined;
  const { find, end } = await fixture(Viewer, { messages, openId: '1', onMenu: nothing, onClose: nothing });
  showToast({ level: 'info', text: 'Desfazer' });
  expect(find('[data-viewer] #toasts').textContent).toBe('Desfazer');
  await end();
  expect(document.querySelector('body > #toasts')?.textContent).toBe('Desfazer');
  document.getElementById('toasts')?.remove();
});
