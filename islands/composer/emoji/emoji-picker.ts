import type { I18n } from '@views/i18n.tsx';
import { Picker } from 'emoji-picker-element';
import en from 'emoji-picker-element/i18n/en.js';
import es from 'emoji-picker-element/i18n/es.js';
import pt from 'emoji-picker-element/i18n/pt_BR.js';
import { onAway } from '../../page/on-away.ts';
import { backToField } from '../text/use-field-focus.ts';
import { emojiDataHref } from './emoji-data.ts';

/** Half a kilobyte each: as separate files their names would burden every page. */
const LABELS = { pt, en, es };

export async function createPicker(
  locale: I18n['locale'],
  onPick: (emoji: string) => void,
): Promise<HTMLElement> {
  const i18n = LABELS[locale];
  const picker = new Picker({ locale, dataSource: emojiDataHref(locale), i18n });
  picker.addEventListener('emoji-click', (event) => {
    if (event.detail.unicode) onPick(event.detail.unicode);
  });
  picker.style.setProperty('--background', 'var(--color-base-100)');
  picker.style.setProperty('--border-size', '0');
  return picker;
}

function focusSearch(picker: HTMLElement): void {
  const field = picker.shadowRoot?.querySelector<HTMLInputElement>('input[type="search"]');
  if (field) field.focus();
  else if (picker.isConnected) requestAnimationFrame(() => focusSearch(picker));
}

type Anchor = {
  anchor: HTMLElement;
  locale: I18n['locale'];
  onPick: (emoji: string) => void;
  onClose: () => void;
};

export function openPicker({ anchor, locale, onPick, onClose }: Anchor): () => void {
  let isGone = false;
  void createPicker(locale, onPick).then((made) => {
    if (isGone) return;
    anchor.replaceChildren(made);
    focusSearch(made);
  });
  const isInside = (target: Node) => anchor.parentElement?.contains(target) === true;
  const close = (event: Event) => {
    onClose();
    if (event.type !== 'keydown') return;
    event.preventDefault();
    backToField(anchor.closest('form')?.querySelector('textarea'));
  };
  // In the capture phase: the contact drawer below also closes on Escape.
  const stop = onAway(isInside, close, { capture: true });
  return () => {
    isGone = true;
    anchor.replaceChildren();
    stop();
  };
}
