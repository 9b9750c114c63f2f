import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { Combobox, ComboboxOptions } from '@views/ui/fields/combobox.tsx';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { enhanceCombobox } from './combobox.ts';

withDom();

const KNOWN = ['Urgente', 'Urubu', 'Garantia'];
let root: HTMLElement;
let field: HTMLInputElement;
let asked: string[];
let sent: string[];

function show(props: Partial<ComponentProps<typeof Combobox>>): void {
  document.body.innerHTML = `<form>${renderToStaticMarkup(
    <Combobox id="box" name="tagId" textName="name" href="/choices" label="Tag" {...props} />,
  )}</form>`;
  root = document.querySelector('[data-combobox]') as HTMLElement;
  field = root.querySelector('[role="combobox"]') as HTMLInputElement;
  const card = root.querySelector('[popover]') as HTMLElement;
  card.showPopover = card.hidePopover = () => undefined;
  asked = [];
  sent = [];
  const form = document.querySelector('form') as HTMLFormElement;
  form.requestSubmit = () => {
    const [tagId, create] = [...form.querySelectorAll<HTMLInputElement>('[type="hidden"]')];
    sent.push(`${field.value} ${tagId?.value || '-'} ${create?.value || '-'}`);
  };
  field.addEventListener('combobox:ask', () => asked.push(field.value));
  field.focus();
  enhanceCombobox(root, new Event('focusin'));
}
beforeEach(() => show({ submits: true }));

async function answer(text: string): Promise<void> {
  const options = KNOWN.filter((name) => name.toLowerCase().startsWith(text)).map((name) => ({
    value: KNOWN.indexOf(name) + 1,
    text: name,
  }));
  const createLabel = text.length > 2 ? `Criar ${text}` : undefined;
  (root.querySelector('[popover]') as HTMLElement).innerHTML = renderToStaticMarkup(
    <ComboboxOptions text={text} options={options} createLabel={createLabel} />,
  );
  await Promise.resolve();
}
function type(text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
function press(key: string, over: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...over });
  field.dispatchEvent(event);
  return event.defaultPrevented;
}
const active = () =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.dataset.text ?? null;
const isOpen = () => field.getAttribute('aria-expanded') === 'true';

test('opens on typing, highlights the first match and selects it with Enter', async () => {
  type('ur');
  expect([isOpen(), asked]).toEqual([true, ['ur']]);
  await answer('ur');
  expect(active()).toBe('Urgente');
  expect([press('Enter', { keyCode: 229 } as KeyboardEventInit), sent]).toEqual([false, []]);
  expect(press('Enter')).toBe(true);
  expect([sent, isOpen()]).toEqual([['Urgente 1 -'], false]);
});

test('Enter before the results arrive selects the first match of the latest text', async () => {
  type('g');
  await answer('g');
  type('urg');
  press('Enter');
  await answer('g');
  expect(sent).toEqual([]);
  await answer('urg');
  expect(sent).toEqual(['Urgente 1 -']);
});

test('creates only after an arrow key or a second Enter', async () => {
  type('urg');
  await answer('urg');
  press('ArrowDown');
  expect(active()).toBe('urg');
  press('Enter');
  expect(sent).toEqual(['urg - true']);
  type('vip');
  press('Enter');
  await answer('vip');
  expect([sent.length, active()]).toEqual([1, 'vip']);
  press('Enter', { repeat: true });
  expect(sent.length).toBe(1);
  press('Enter');
  expect(sent).toEqual(['urg - true', 'vip - true']);
});

test('typing after a selection clears it', async () => {
  type('urg');
  await answer('urg');
  press('ArrowUp');
  press('Enter');
  type('x');
  const hidden = [...root.querySelectorAll<HTMLInputElement>('[type="hidden"]')];
  expect(hidden.map(({ value }) => value)).toEqual(['', '']);
});

test('Enter sends nothing without matches', async () => {
  type('zz');
  await answer('zz');
  expect(press('Enter')).toBe(true);
  expect(sent).toEqual([]);
});

test('arrow keys open the list and wrap around', async () => {
  expect(press('ArrowDown')).toBe(true);
  expect([isOpen(), asked]).toEqual([true, ['']]);
  await answer('');
  expect(active()).toBeNull();
  const walk = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
    press(key);
    return active();
  });
  expect(walk).toEqual(['Urgente', 'Urubu', 'Garantia', 'Urgente', 'Garantia']);
});

test('handles an Enter pressed before the script loaded', async () => {
  document.body.innerHTML = document.body.innerHTML.replace(' data-alive="true"', '');
  root = document.querySelector('[data-combobox]') as HTMLElement;
  field = root.querySelector('[role="combobox"]') as HTMLInputElement;
  const form = document.querySelector('form') as HTMLFormElement;
  const card = root.querySelector('[popover]') as HTMLElement;
  card.showPopover = card.hidePopover = () => undefined;
  form.requestSubmit = () => sent.push(field.value);
  field.value = 'urg';
  const early = new KeyboardEvent('keydown', { key: 'Enter' });
  Object.defineProperty(early, 'timeStamp', { value: 0 });
  enhanceCombobox(root, new Event('focusin'));
  enhanceCombobox(root, early);
  await answer('urg');
  expect(sent).toEqual(['Urgente']);
});

test('the first Escape closes the list, the second one propagates', async () => {
  let received = 0;
  document.body.onkeydown = () => {
    received += 1;
  };
  type('ur');
  await answer('ur');
  expect([press('Escape'), isOpen(), received]).toEqual([true, false, 0]);
  expect([press('Escape'), received]).toEqual([false, 1]);
  document.body.onkeydown = null;
});

test('opens on a click, selects a clicked option and closes on focus loss', async () => {
  const click = (target: Element) => {
    const event = new MouseEvent('click');
    Object.defineProperty(event, 'target', { value: target });
    enhanceCombobox(root, event);
  };
  click(field);
  await answer('');
  expect(isOpen()).toBe(true);
  click(root.querySelectorAll('[role="option"]')[1] as Element);
  expect([sent, isOpen()]).toEqual([['Urubu 2 -'], false]);
  click(field);
  root.dispatchEvent(new Event('focusout'));
  expect(isOpen()).toBe(false);
});

test('stores the selection, fires change and submits with the larger form', async () => {
  show({});
  const reported: string[] = [];
  root.addEventListener('change', (event) => reported.push((event.target as HTMLInputElement).value));
  type('gar');
  await answer('gar');
  expect(press('Enter')).toBe(true);
  expect([reported, field.value, sent]).toEqual([['3'], 'Garantia', []]);
  expect(press('Enter')).toBe(false);
});

test('the create option fires change on its own field in a larger form', async () => {
  show({ createHref: '/new', createTarget: '#there' });
  const reported: string[] = [];
  root.addEventListener('change', ({ target }) =>
    reported.push((target as HTMLElement).getAttribute('hx-get') ?? ''),
  );
  type('vip');
  await answer('vip');
  press('Enter');
  expect(reported).toEqual([]);
  press('Enter');
  expect([reported, sent]).toEqual([['/new'], []]);
});

test('shows a preselected value closed and lets Enter submit the form', () => {
  show({ chosen: { value: 3, text: 'Garantia' } });
  expect([field.value, isOpen(), asked]).toEqual(['Garantia', false, []]);
  expect(root.querySelector<HTMLInputElement>('[name="tagId"]')?.value).toBe('3');
  expect(press('Enter')).toBe(false);
});

test('is initialised again after its form was merged', () => {
  delete root.dataset.alive;
  enhanceCombobox(root, new Event('focusin'));
  expect(root.hasAttribute('data-alive')).toBe(true);
});
