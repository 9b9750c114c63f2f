import { fillExample } from '@views/ui/fields/example-text.ts';

export function enhanceVariables(root: HTMLElement, { type, target }: Event): void {
  const field = root.querySelector('textarea');
  if (!field) return;
  if (!field.oninput && root.querySelector('.variables-preview')) void nameSomebody(root, field);
  field.oninput = () => show(root, field.value);
  const chip = (target as Element).closest<HTMLElement>('[data-variable]');
  if (type === 'click' && chip) insert(field, `{{${chip.dataset.variable}}}`);
}

let somebody: Promise<string> | undefined;

function findSomebody(): Promise<string> {
  // Importing islands/http/api.ts would split it into another file that the workspace must fetch.
  somebody ??= fetch('/api/contacts?pageNumber=1', { headers: { Accept: 'application/json' } })
    .then(async (reply) => (await reply.json()) as { contacts?: { name: string }[] })
    .then(
      ({ contacts: [first] = [] }) => first?.name ?? '',
      () => '',
    );
  return somebody;
}

async function nameSomebody(root: HTMLElement, field: HTMLTextAreaElement): Promise<void> {
  const name = await findSomebody();
  const firstName = name.trim().split(/\s+/)[0] ?? '';
  if (name !== '') root.dataset.variables = JSON.stringify({ ...examplesOf(root), name, firstName });
  show(root, field.value);
}

const examplesOf = ({ dataset }: HTMLElement) =>
  JSON.parse(dataset.variables ?? '{}') as Record<string, string>;

function insert(field: HTMLTextAreaElement, name: string): void {
  field.focus();
  field.setRangeText(name, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function show(root: HTMLElement, text: string): void {
  const line = root.querySelector<HTMLElement>('.variables-preview');
  const preview = line?.querySelector('[data-preview]');
  if (!line || !preview) return;
  const filled = fillExample(text, examplesOf(root));
  line.hidden = !text.includes('{');
  preview.textContent = filled.text;
  if (filled.unknown.length > 0) line.dataset.unknown = filled.unknown.join(', ');
  else delete line.dataset.unknown;
}
