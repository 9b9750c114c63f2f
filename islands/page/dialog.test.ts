import { beforeAll, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { startDialogs } from './dialog.ts';

withDom();

beforeAll(startDialogs);
beforeEach(() => {
  document.body.innerHTML =
    '<button></button><dialog id="first" open><form></form></dialog><dialog id="top" open></dialog>';
});

const close = (from: EventTarget | null) =>
  from?.dispatchEvent(new CustomEvent('dialog:close', { bubbles: true }));
const shown = () => [...document.querySelectorAll('dialog[open]')].map(({ id }) => id);

test('an answer closes the dialog around what was pressed', () => {
  close(document.querySelector('form'));
  expect(shown()).toEqual(['top']);
});

test('an answer to what is outside, or to a dialog that is gone, closes none that was opened since', () => {
  close(document.querySelector('button'));
  close(document);
  expect(shown()).toEqual(['first', 'top']);
});
