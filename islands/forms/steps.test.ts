import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { enhanceSteps } from './steps.ts';

withDom();

const find = <E extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector(selector) as unknown as E;

beforeEach(() => {
  const step = (name: string, isOpen: boolean) =>
    `<input type="radio" name="step" value="${name}" ${isOpen ? 'checked' : ''}>`;
  document.body.innerHTML = `<dialog open><form><div data-steps>
    <fieldset class="steps-row">${step('one', true)}${step('two', false)}${step('three', false)}</fieldset>
    <div data-step="1"><input id="a"></div><div data-step="2"><input id="b"></div><div data-step="3"></div>
    </div><button type="button" data-go="back"></button><button type="button" data-go="next"></button></form></dialog>`;
});

const send = (selector: string, type: string, key?: string, keyCode?: number) => {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { key, keyCode });
  Object.defineProperty(event, 'target', { value: find(selector) });
  enhanceSteps(event);
  return event;
};
const steps = () => [...document.querySelectorAll<HTMLInputElement>('[name="step"]')];
const open = () => steps().find(({ checked }) => checked)?.value;

test('the buttons open the next step and the one before, and end at both ends', () => {
  const at = ['next', 'next', 'next', 'back', 'back', 'back'].map((go) => {
    send(`[data-go="${go}"]`, 'click');
    return open();
  });
  expect(at).toEqual(['two', 'three', 'three', 'two', 'one', 'one']);
});

test('Enter in a field opens the next step, and sends the form only in the last one', () => {
  expect([send('#a', 'keydown', 'Enter', 229).defaultPrevented, open()]).toEqual([false, 'one']);
  expect([send('#a', 'keydown', 'Enter').defaultPrevented, open()]).toEqual([true, 'two']);
  send('[data-go="next"]', 'click');
  expect([send('#b', 'keydown', 'Enter').defaultPrevented, open()]).toEqual([false, 'three']);
  expect(send('#a', 'keydown', 'a').defaultPrevented).toBe(false);
});

test('a step with an unknown variable is not left forwards, and says so at the field until it is gone', () => {
  find('[data-step="2"]').innerHTML =
    `<textarea id="text">Olá {{naotem}}, {{cupom}}</textarea><div data-optional style="display: none"><textarea>{{outra}}</textarea></div>
    <template data-own='["cupom"]' data-refusal="A variável “*” não existe."><p class="field-error"><svg></svg>*</p></template>`;
  const [text, next] = [find<HTMLTextAreaElement>('#text'), '[data-go="next"]'];
  const error = () => document.querySelector('#text-error')?.textContent;
  send(next, 'click');
  expect([open(), error()]).toEqual(['two', undefined]);
  send(next, 'click');
  expect([open(), error()]).toEqual(['two', 'A variável “naotem” não existe.']);
  expect([text.getAttribute('aria-describedby'), document.activeElement === text]).toEqual([
    'text-error',
    true,
  ]);
  const last = find('[value="three"]');
  last.checked = true;
  send('[value="three"]', 'change');
  expect(open()).toBe('two');
  send('[data-go="back"]', 'click');
  expect(open()).toBe('one');
  send(next, 'click');
  text.value = 'Olá {{nome}}, {{cupom}}';
  text.dispatchEvent(new Event('input'));
  expect([error(), text.hasAttribute('aria-invalid')]).toEqual([undefined, false]);
  send(next, 'click');
  expect(open()).toBe('three');
});
