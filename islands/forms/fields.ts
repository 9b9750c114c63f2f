import { showToast } from '../page/toast.ts';
import { enhanceCombobox } from './combobox.ts';
import { maskPhone } from './phone-mask.ts';
import { enhanceSteps } from './steps.ts';
import { maskTime, wholeTime } from './time-mask.ts';
import { enhanceVariables } from './variables.ts';
import { enhanceVolume } from './volume-slider.ts';

export function enhanceField(root: HTMLElement, event: Event): void {
  const target = event.target as Element;
  enhanceSteps(event);
  if (root.dataset.steps !== undefined) return;
  if (root.dataset.combobox !== undefined) enhanceCombobox(root, event);
  else if (target.matches('[data-time]')) enhanceTime(target as HTMLInputElement);
  else if (root.dataset.field === 'volume') enhanceVolume(root.querySelector('input') as HTMLInputElement);
  else if (root.dataset.field === 'phone') enhancePhone(target as HTMLInputElement);
  else if (root.dataset.variables !== undefined) enhanceVariables(root, event);
  else if (event.type === 'click') {
    if (root.dataset.copy !== undefined) void copyText(root.dataset.copy, root.dataset.copied ?? '');
    else if (target.closest('[data-clear]')) clear(root);
    else fill(root, target.closest<HTMLElement>('[data-fill]')?.dataset.fill);
  } else if (event.type === 'change') showFiles(root);
  else if (event.type === 'dragenter') showDrag(root, target);
}

/** On blur: browsers fire no `change` when a script has written the value. */
function enhanceTime(field: HTMLInputElement): void {
  field.onblur = () => {
    field.value = wholeTime(field.value);
  };
  if (document.activeElement !== field) field.onblur(new FocusEvent('blur'));
  field.oninput = ({ inputType }: InputEventInit) => {
    if (!inputType?.startsWith('delete')) field.value = maskTime(field.value);
  };
}

function enhancePhone(field: HTMLInputElement): void {
  field.oninput = ({ inputType }: InputEventInit) => {
    if (!inputType?.startsWith('delete')) field.value = maskPhone(field.value);
  };
}

function fill(root: HTMLElement, value: string | undefined): void {
  const field = root.querySelector('input');
  if (!field || value === undefined) return;
  field.value = value;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function clear(root: HTMLElement): void {
  const field = root.querySelector('input');
  if (!field) return;
  field.value = '';
  field.focus();
  for (const type of ['input', 'change', 'search']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function showFiles(root: HTMLElement): void {
  const line = root.querySelector<HTMLElement>('[data-files]');
  const files = [...(root.querySelector<HTMLInputElement>('input[type="file"]')?.files ?? [])];
  if (!line) return;
  line.dataset.empty ??= line.textContent ?? '';
  line.textContent =
    files.map(({ name, size }) => `${name} (${sizeOf(size)})`).join(', ') || line.dataset.empty;
  line.toggleAttribute('data-chosen', files.length > 0);
  showPicture(root, files[0]);
}

function showPicture(root: HTMLElement, file: File | undefined): void {
  const picture = root.querySelector<HTMLImageElement>('[data-picture]');
  if (!picture) return;
  picture.dataset.known ??= picture.getAttribute('src') ?? '';
  if (picture.src.startsWith('blob:')) URL.revokeObjectURL(picture.src);
  const isPicture = file?.type.startsWith('image/');
  picture.src = file && isPicture ? URL.createObjectURL(file) : picture.dataset.known;
  picture.hidden = picture.getAttribute('src') === '';
}

function sizeOf(bytes: number): string {
  const isSmall = bytes < 1_000_000;
  const format = {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  };
  const amount = isSmall ? Math.max(1, bytes / 1000) : bytes / 1_000_000;
  return new Intl.NumberFormat(document.documentElement.lang, format as Intl.NumberFormatOptions).format(
    amount,
  );
}

function showDrag(root: HTMLElement, target: Element): void {
  if (!root.matches('.file-drop')) return;
  root.dataset.over = '';
  const over = () => delete root.dataset.over;
  for (const type of ['dragleave', 'drop', 'dragend']) target.addEventListener(type, over, { once: true });
}

/** Without a clipboard (plain http) nothing happens: the text must be selected and copied. */
async function copyText(text: string, done: string): Promise<void> {
  await navigator.clipboard?.writeText(text).then(
    () => showToast({ level: 'success', text: done }),
    () => undefined,
  );
}
