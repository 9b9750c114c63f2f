import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { enhanceVolume } from './volume-slider.ts';

withDom();

let slider: HTMLInputElement;

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<input type="range" min="0" max="1" step="0.1" value="1">';
  slider = document.querySelector('input') as HTMLInputElement;
});

test('the slider shows the stored volume', () => {
  localStorage.setItem('volume', '0.4');
  enhanceVolume(slider);
  expect(slider.value).toBe('0.4');
});

test('a slider that was moved before its script came is stored', () => {
  localStorage.setItem('volume', '0.4');
  slider.value = '0.9';
  enhanceVolume(slider);
  expect([slider.value, localStorage.getItem('volume')]).toEqual(['0.9', '0.9']);
});
