import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { replayEarlyClicks, replayEarlyPress } from './early-clicks.ts';

withDom();

let pressed: string[];
let isListening = false;

beforeEach(() => {
  if (!isListening) replayEarlyClicks();
  isListening = true;
  pressed = [];
  document.body.innerHTML = `
    <div data-island="list"><button id="a"><i></i></button><button id="b"></button><a id="c" href="#x"></a></div>
    <button id="outside"></button>
    <button id="named" data-handled-by="list"></button>`;
  for (const { id } of document.querySelectorAll('[id]'))
    document.getElementById(id)?.addEventListener('click', () => pressed.push(id));
});

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
const islandLives = async () => {
  document.querySelector<HTMLElement>('[data-island]')?.setAttribute('data-alive', '');
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
};

test('replays only the last early button press once its island is alive', async () => {
  press('#a i');
  press('#b');
  press('#a i');
  expect(pressed).toEqual([]);
  await islandLives();
  expect(pressed).toEqual(['a']);
  press('#b');
  expect(pressed).toEqual(['a', 'b']);
});

test('replays a press outside on the island that handles it', async () => {
  press('#named');
  expect(pressed).toEqual([]);
  await islandLives();
  expect(pressed).toEqual(['named']);
  press('#named');
  expect(pressed).toEqual(['named', 'named']);
});

test('links and elements outside islands work at once', async () => {
  press('#c');
  press('#outside');
  expect(pressed).toEqual(['c', 'outside']);
});

test('does not press a button that the island removed', async () => {
  press('#a');
  document.getElementById('a')?.remove();
  press('#outside');
  await islandLives();
  expect(pressed).toEqual(['outside']);
});

const htmxListens = () => document.body.dispatchEvent(new Event('htmx:after:process'));

test('repeats what was pressed before the main script was loaded, once', () => {
  window.earlyPress = document.getElementById('outside');
  replayEarlyPress();
  expect(pressed).toEqual(['outside']);
  htmxListens();
  htmxListens();
  expect(pressed).toEqual(['outside']);
  expect(window.earlyPress).toBeNull();
});

test('repeats a press on a button of htmx once htmx listens', () => {
  const button = document.getElementById('outside');
  button?.setAttribute('hx-get', '/tags/new');
  window.earlyPress = button;
  replayEarlyPress();
  expect(pressed).toEqual([]);
  htmxListens();
  htmxListens();
  expect(pressed).toEqual(['outside']);
});

test('does not repeat a press on another button that was answered before htmx listened', () => {
  replayEarlyPress();
  window.earlyPress = document.getElementById('outside');
  htmxListens();
  expect(pressed).toEqual([]);
  expect(window.earlyPress).toBeNull();
});

test('does not repeat a press on a removed button', () => {
  window.earlyPress = document.createElement('button');
  window.earlyPress.addEventListener('click', () => pressed.push('removed'));
  replayEarlyPress();
  expect(pressed).toEqual([]);
});
