import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { bringBack, noteTyping } from './stored-forms.ts';
import { typedForm } from './typed-form.ts';

withDom();

const FORM = `<dialog id="one" open><form data-guard>
  <input name="name" value="Velho"><input name="version" type="hidden" value="7">
  <textarea name="text"></textarea>
  <select name="queue"><option value="1">Um</option><option value="2">Dois</option></select>
  <input type="checkbox" name="on"><input type="radio" name="color" value="a" checked><input type="radio" name="color" value="b">
  <input type="password" name="password"><input type="text" name="shown" data-secret><textarea name="key" data-secret></textarea>
  <input name="code" autocomplete="one-time-code"><input type="file" name="file">
  <div data-combobox data-alive="true"><input role="combobox" aria-expanded="true"></div>
  <p data-files data-chosen data-empty="Nenhum">a.pdf</p><button type="submit" disabled>Salvar</button>
</form><div id="toasts"></div></dialog>`;
const TYPED = {
  name: 'O "novo" <b>',
  text: ' duas\nlinhas',
  password: 'p1',
  shown: 'p2',
  key: 'p3',
  code: 'p4',
};

const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
const field = (name: string) => dialog().querySelector(`[name="${name}"]`) as HTMLInputElement;
const stored = () => sessionStorage.getItem('form') ?? '';

function load(viewer: string, path: string, referrer = ''): void {
  for (const one of document.querySelectorAll('dialog')) one.remove();
  document.body.innerHTML = '<div id="dialogs"></div>';
  document.body.dataset.viewer = viewer;
  history.replaceState(null, '', path);
  Object.defineProperty(document, 'referrer', { configurable: true, value: referrer });
}

beforeEach(() => {
  Object.assign(window, {
    htmx: {
      swap: async ({ text, target, swap }: Record<'text' | 'swap', string> & { target: Element }) =>
        swap === 'outerHTML'
          ? target.replaceWith(document.createRange().createContextualFragment(text))
          : target.insertAdjacentHTML('beforeend', text),
    },
  });
  sessionStorage.clear();
  load('3-1', '/tags?x=1');
  document.body.insertAdjacentHTML('beforeend', FORM);
  for (const [name, value] of Object.entries(TYPED)) field(name).value = value;
  field('queue').value = '2';
  field('on').checked = true;
  (dialog().querySelector('[value="b"]') as HTMLInputElement).checked = true;
  noteTyping(dialog().querySelector('form') as HTMLFormElement);
  dispatchEvent(new Event('pagehide'));
});

test('restores typed fields after a reload, without passwords, secrets or files', async () => {
  for (const secret of ['p1', 'p2', 'p3', 'p4', 'a.pdf']) expect(stored()).not.toContain(secret);
  load('3-1', '/tags');
  await bringBack();
  expect(stored()).toBe('');
  expect(['name', 'version', 'text', 'queue'].map((name) => field(name).value)).toEqual([
    TYPED.name,
    '7',
    TYPED.text,
    '2',
  ]);
  expect(['password', 'shown', 'key', 'code'].map((name) => field(name).value).join('')).toBe('');
  expect(field('on').checked).toBe(true);
  expect(dialog().querySelector<HTMLInputElement>('[name=color]:checked')?.value).toBe('b');
  expect(dialog().querySelector('[data-files]')?.textContent).toBe('Nenhum');
  expect(dialog().querySelector('[aria-expanded="true"], [data-alive], button:disabled')).toBeNull();
});

test('restores nothing for another company or person', async () => {
  for (const viewer of ['4-1', '3-2', '']) {
    sessionStorage.setItem('form', JSON.stringify({ who: '3-1', page: '/tags', dialogs: FORM, forms: {} }));
    load(viewer, '/tags', 'http://desk.test/login');
    await bringBack();
    expect([viewer, dialog(), stored()]).toEqual([viewer, null as never, '']);
  }
});

test('does not restore after navigating elsewhere', async () => {
  load('3-1', '/contacts', 'http://desk.test/tags');
  await bringBack();
  expect([dialog(), stored(), location.pathname]).toEqual([null as never, '', '/contacts']);
});

test('stores refused forms and those of a lost session, not saved or closed ones', () => {
  const ctx = { sourceElement: dialog().querySelector('form'), response: { status: 422 } };
  document.dispatchEvent(new CustomEvent('htmx:after:request', { detail: { ctx } }));
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toContain('novo');
  Object.assign(ctx, { response: { status: 204 }, hx: { redirect: '/login' } });
  document.dispatchEvent(new CustomEvent('htmx:after:request', { detail: { ctx } }));
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toContain('novo');
  Object.assign(ctx, { hx: {} });
  document.dispatchEvent(new CustomEvent('htmx:after:request', { detail: { ctx } }));
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toBe('');
  noteTyping(dialog().querySelector('form') as HTMLFormElement);
  dialog().open = false;
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toBe('');
});

test('fields wait for the answer to what was sent, choices do not', () => {
  const form = dialog().querySelector('form') as HTMLFormElement;
  const report = (event: string, sourceElement: Element) =>
    document.dispatchEvent(new CustomEvent(event, { detail: { ctx: { sourceElement } } }));
  const fields = document.createElement('div');
  fields.className = 'dialog-body';
  fields.append(...form.childNodes);
  form.append(fields);
  noteTyping(form);
  field('name').focus();
  report('htmx:before:request', form);
  expect(fields.inert).toBe(true);
  field('name').blur();
  dispatchEvent(new Event('pagehide'));
  expect(stored()).not.toContain('inert');
  report('htmx:finally:request', field('name'));
  expect(fields.inert).toBe(true);
  report('htmx:finally:request', form);
  expect([fields.inert, document.activeElement === field('name')]).toEqual([false, true]);
  loadPage();
  report('htmx:before:request', hours());
  expect(hours().inert).toBe(false);
  type('name', 'Novo');
  report('htmx:before:request', hours());
  expect(hours().inert).toBe(true);
  report('htmx:finally:request', hours());
});

const PAGE = `<main><form hx-put="/hours"><input name="name" value="Velho"><input id="link" name="link" value="segredo" readonly>
  <input type="password" name="password"><input type="file" name="file"></form>
  <form hx-put="/key" hx-trigger="change, submit"><input name="value"></form></main>`;
const inPage = (name: string) => document.querySelector(`main [name="${name}"]`) as HTMLInputElement;
const hours = () => document.querySelector('form') as HTMLFormElement;

function loadPage(): void {
  load('3-1', '/settings');
  document.body.insertAdjacentHTML('afterbegin', PAGE);
}

function type(name: string, value: string): void {
  inPage(name).value = value;
  const form = typedForm(inPage(name));
  if (form) noteTyping(form);
}

function answer(status: number): void {
  const ctx = { sourceElement: hours(), response: { status } };
  for (const event of ['htmx:after:request', 'htmx:finally:request'])
    document.dispatchEvent(new CustomEvent(event, { detail: { ctx } }));
}

test('restores page forms without secret or read-only fields', async () => {
  loadPage();
  type('name', 'Novo');
  type('password', 'p1');
  dispatchEvent(new Event('pagehide'));
  for (const secret of ['p1', 'segredo']) expect(stored()).not.toContain(secret);
  loadPage();
  await bringBack();
  expect(['name', 'link', 'password'].map((name) => inPage(name).value)).toEqual(['Novo', 'segredo', '']);
  answer(204);
});

test('typing blocks merges into the form except its own response', () => {
  loadPage();
  const stays = () => hours().hasAttribute('hx-morph-skip');
  expect(stays()).toBe(false);
  type('name', 'Novo');
  type('password', 'p1');
  expect(stays()).toBe(true);
  let wasMerged = false;
  document.addEventListener(
    'htmx:after:request',
    () => {
      wasMerged = !stays();
    },
    { once: true },
  );
  answer(422);
  expect([wasMerged, stays(), inPage('password').value]).toEqual([true, true, 'p1']);
  answer(204);
  expect([stays(), inPage('name').value, inPage('password').value]).toEqual([false, 'Novo', '']);
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toBe('');
});

test('restores a form that appears later and stores its text until then', async () => {
  loadPage();
  type('name', 'Novo');
  dispatchEvent(new Event('pagehide'));
  load('3-1', '/settings');
  await bringBack();
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toContain('Novo');
  document.body.insertAdjacentHTML('afterbegin', PAGE);
  document.dispatchEvent(new CustomEvent('htmx:after:swap'));
  await until('the words', () => inPage('name').value === 'Novo');
  answer(204);
});

test('a restored form that saves on blur saves the restored value', async () => {
  loadPage();
  type('value', 'https://erp.test');
  dispatchEvent(new Event('pagehide'));
  loadPage();
  await bringBack();
  let sent = 0;
  inPage('value').form?.addEventListener('submit', (event) => {
    event.preventDefault();
    sent += 1;
  });
  expect([document.activeElement === inPage('value'), sent]).toEqual([true, 0]);
  inPage('value').blur();
  expect([sent, inPage('value').value]).toEqual([1, 'https://erp.test']);
});

test('a form of secrets only is emptied when it is saved, and not when it is refused', () => {
  loadPage();
  hours().innerHTML = '<input type="password" name="password">';
  type('password', 'p1');
  answer(422);
  expect(inPage('password').value).toBe('p1');
  answer(204);
  expect(inPage('password').value).toBe('');
});

test('a dialog that was closed is not held', () => {
  const closed = dialog();
  closed.close();
  closed.dispatchEvent(new Event('close'));
  closed.setAttribute('open', '');
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toBe('');
});
