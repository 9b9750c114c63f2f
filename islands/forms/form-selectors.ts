const FIELDS = 'input, textarea, select';
/** Must never be stored in a browser. */
export const SECRET = '[type="password"], [autocomplete="one-time-code"], [data-secret]';
export const TEXT_FIELDS = `:is(${FIELDS}):not(${SECRET}, [type="hidden"], [type="file"], [readonly])`;
/** Set by scripts, which set them again. */
const ALIVE = ['open', 'inert', 'data-alive', 'data-htmx-powered', 'data-followed'];

export function asWritten(dialogOrForm: HTMLElement): string {
  const copy = dialogOrForm.cloneNode(true) as HTMLElement;
  const shown = dialogOrForm.querySelectorAll<HTMLInputElement>(FIELDS);
  for (const [at, field] of copy.querySelectorAll<HTMLInputElement>(FIELDS).entries())
    if (shown[at]) write(field, shown[at]);
  copy.querySelector('#toasts')?.remove();
  copy.removeAttribute('hx-morph-skip');
  for (const one of [copy, ...copy.querySelectorAll('*')])
    for (const name of ALIVE) one.removeAttribute(name);
  for (const one of copy.querySelectorAll('[aria-expanded]')) one.setAttribute('aria-expanded', 'false');
  for (const one of copy.querySelectorAll('[type="submit"]')) one.removeAttribute('disabled');
  for (const line of copy.querySelectorAll<HTMLElement>('[data-files][data-chosen]')) {
    line.textContent = line.dataset.empty ?? '';
    line.removeAttribute('data-chosen');
  }
  for (const picture of copy.querySelectorAll<HTMLImageElement>('[data-picture][data-known]')) {
    picture.setAttribute('src', picture.dataset.known ?? '');
    picture.hidden = !picture.dataset.known;
  }
  return copy.outerHTML;
}

function write(copy: Element, field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): void {
  const isSecret = field.matches(SECRET) || (field.matches('[readonly]') && field.closest('dialog') === null);
  const value = isSecret ? '' : field.value;
  if (field instanceof HTMLSelectElement)
    for (const [at, option] of copy.querySelectorAll('option').entries())
      option.toggleAttribute('selected', field.options[at]?.selected ?? false);
  // An HTML parser drops the first line break.
  else if (field instanceof HTMLTextAreaElement) copy.textContent = value.replace(/^\n/, '\n\n');
  else if (field.type === 'checkbox' || field.type === 'radio')
    copy.toggleAttribute('checked', field.checked);
  else if (field.type !== 'file') copy.setAttribute('value', value);
}
