import { fillExample } from '@views/ui/example-text.ts';

/** For views/ui/text-with-variables.tsx. */
export function wakeVariables(root: HTMLElement, { type, target }: Event): void {
  const field = root.querySelector('textarea');
  if (!field) return;
  field.oninput = () => show(root, field.value);
  const chip = (target as Element).closest<HTMLElement>('[data-variable]');
  if (type === 'click' && chip) insert(field, `{{${chip.dataset.variable}}}`);
}

function insert(field: HTMLTextAreaElement, name: string): void {
  field.focus();
  field.setRangeText(name, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function show(root: HTMLElement, text: string): void {
  const line = root.querySelector<HTMLElement>('.variables-preview');
  const preview = line?.querySelector('[data-preview]');
  if (!line || !preview) return;
  const filled = fillExample(text, JSON.parse(root.dataset.variables ?? '{}') as Record<string, string>);
  line.hidden = !text.includes('{{');
  preview.textContent = filled.text;
  if (filled.unknown.length > 0) line.dataset.unknown = `⚠ ${filled.unknown.join(', ')}`;
  else delete line.dataset.unknown;
}
