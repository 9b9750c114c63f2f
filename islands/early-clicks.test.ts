import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { keepEarlyClicks } from './early-clicks.ts';

withDom();

let pressed: string[];
let isListening = false;

beforeEach(() => {
  if (!isListening) keepEarlyClicks();
  isListening = true;
  pressed = [];
  document.body.innerHTML = `
    <div data-island="list"><button id="a"><i></i></button><button id="b"></button><a id="c" href="#x"></a></div>
    <button id="outside"></button>`;
  for (const { id } of document.querySelectorAll('[id]'))
    document.getElementById(id)?.addEventListener('click', () => pressed.push(id));
});

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
const islandLives = async () => {
  document.querySelector<HTMLElement>('[data-island]')?.setAttribute('data-alive', '');
  for (let turn = 0; turn < 100 && pressed.length === 0; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
};

test('a button that is pressed too early works as soon as its island lives, the last one only', async () => {
  press('#a i');
  press('#b');
  press('#a i');
  expect(pressed).toEqual([]);
  await islandLives();
  expect(pressed).toEqual(['a']);
  press('#b');
  expect(pressed).toEqual(['a', 'b']);
});

test('links, and what stands outside, work at once', async () => {
  press('#c');
  press('#outside');
  expect(pressed).toEqual(['c', 'outside']);
});

test('a button that the island has taken away is not pressed', async () => {
  press('#a');
  document.getElementById('a')?.remove();
  press('#outside');
  await islandLives();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(pressed).toEqual(['outside']);
});
