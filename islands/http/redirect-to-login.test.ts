import { expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { toLogin, watchSignOut } from './redirect-to-login.ts';

withDom();

test('however many learn of a lost session, the page goes to the login once; again when it is shown from the back cache', () => {
  const assign = spyOn(location, 'assign').mockImplementation(() => {});
  toLogin();
  document.body.dataset.ended = 'elsewhere';
  toLogin();
  expect(assign.mock.calls).toEqual([['/login?ended=expired']]);
  dispatchEvent(new Event('pageshow'));
  toLogin();
  expect(assign.mock.lastCall).toEqual(['/login?ended=elsewhere']);
});

test('a read that is refused while one signs out does not interrupt it', () => {
  dispatchEvent(new Event('pageshow'));
  const assign = spyOn(location, 'assign').mockImplementation(() => {});
  assign.mockClear();
  watchSignOut();
  const form = document.body.appendChild(document.createElement('form'));
  form.setAttribute('action', '/logout');
  form.dispatchEvent(new Event('submit', { bubbles: true }));
  toLogin();
  expect(assign).not.toHaveBeenCalled();
  form.remove();
});
