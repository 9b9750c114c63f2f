import { expect, test } from 'bun:test';
import { readForm } from './shown-forms.ts';

/** React puts a preload before a picture. */
test('a form with a picture is read', () => {
  const html = `<form hx-put="/a"><link rel="preload" as="image" href="/x.png"/><img src="/x.png"/>
    <label for="n">Nome</label><input id="n" name="name" value="Natal"/></form>`;
  expect(readForm(html, '/a').get('name')).toMatchObject({ label: 'Nome', values: ['Natal'] });
});
