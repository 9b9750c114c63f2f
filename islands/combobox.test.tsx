import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { Combobox, ComboboxOptions } from '@views/ui/combobox.tsx';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { wakeCombobox } from './combobox.ts';

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
  wakeCombobox(root, new Event('focusin'));
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

test('letters open it, the first match is highlighted, and Enter takes it', async () => {
  type('ur');
  expect([isOpen(), asked]).toEqual([true, ['ur']]);
  await answer('ur');
  expect(active()).toBe('Urgente');
  expect(press('Enter')).toBe(true);
  expect([sent, isOpen()]).toEqual([['Urgente 1 -'], false]);
});

test('Enter before the answer is there takes the first match of what was typed, not of what stood there', async () => {
  type('g');
  await answer('g');
  type('urg');
  press('Enter');
  await answer('g');
  expect(sent).toEqual([]);
  await answer('urg');
  expect(sent).toEqual(['Urgente 1 -']);
});

test('the row that creates is reached by an arrow, or by one Enter and taken by the next, never by one alone', async () => {
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

test('what is typed after a choice is no choice', async () => {
  type('urg');
  await answer('urg');
  press('ArrowUp');
  press('Enter');
  type('x');
  const hidden = [...root.querySelectorAll<HTMLInputElement>('[type="hidden"]')];
  expect(hidden.map(({ value }) => value)).toEqual(['', '']);
});

test('nothing found: Enter sends nothing', async () => {
  type('zz');
  await answer('zz');
  expect(press('Enter')).toBe(true);
  expect(sent).toEqual([]);
});

test('arrows walk round, and open it', async () => {
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

test('Enter that came before the script is heard when it lives', async () => {
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
  wakeCombobox(root, new Event('focusin'));
  wakeCombobox(root, early);
  await answer('urg');
  expect(sent).toEqual(['Urgente']);
});

test('Escape closes the list and nothing around it; then it is the window’s', async () => {
  let heard = 0;
  document.body.onkeydown = () => {
    heard += 1;
  };
  type('ur');
  await answer('ur');
  expect([press('Escape'), isOpen(), heard]).toEqual([true, false, 0]);
  expect([press('Escape'), heard]).toEqual([false, 1]);
  document.body.onkeydown = null;
});

test('a tap on the field opens it, on a row takes it, beside it closes it', async () => {
  const click = (target: Element) => {
    const event = new MouseEvent('click');
    Object.defineProperty(event, 'target', { value: target });
    wakeCombobox(root, event);
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

test('in a larger form a choice is kept, told, and sent with the form', async () => {
  show({});
  const told: string[] = [];
  root.addEventListener('change', (event) => told.push((event.target as HTMLInputElement).value));
  type('gar');
  await answer('gar');
  expect(press('Enter')).toBe(true);
  expect([told, field.value, sent]).toEqual([['3'], 'Garantia', []]);
  expect(press('Enter')).toBe(false);
});

test('in a larger form the row that creates is told by the field of its own', async () => {
  show({ createHref: '/new', createTarget: '#there' });
  const told: string[] = [];
  root.addEventListener('change', ({ target }) =>
    told.push((target as HTMLElement).getAttribute('hx-get') ?? ''),
  );
  type('vip');
  await answer('vip');
  press('Enter');
  expect(told).toEqual([]);
  press('Enter');
  expect([told, sent]).toEqual([['/new'], []]);
});

test('what is chosen from the start stays, closed, and Enter sends the form', () => {
  show({ chosen: { value: 3, text: 'Garantia' } });
  expect([field.value, isOpen(), asked]).toEqual(['Garantia', false, []]);
  expect(root.querySelector<HTMLInputElement>('[name="tagId"]')?.value).toBe('3');
  expect(press('Enter')).toBe(false);
});

test('merged with a form that came back, it still holds back Enter', () => {
  delete root.dataset.alive;
  wakeCombobox(root, new Event('focusin'));
  expect(root.hasAttribute('data-alive')).toBe(true);
});
