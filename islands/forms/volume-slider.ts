import { playSound, volume } from '../page/sound.ts';

export function enhanceVolume(slider: HTMLInputElement): void {
  if (slider.oninput) return;
  const store = () => localStorage.setItem('volume', slider.value);
  slider.oninput = store;
  slider.onchange = () => playSound();
  if (slider.value === slider.defaultValue) slider.value = String(volume());
  else store();
}
