/** Buttons and Enter move between the steps of a form; a refused field is shown wherever it is. */
export function enhanceSteps(event: Event): void {
  const target = event.target as Element;
  const steps = target.closest('dialog, form')?.querySelector<HTMLElement>('[data-steps]');
  if (!steps) return;
  watch();
  const all = stepsOf(steps);
  const at = all.findIndex(({ checked }) => checked);
  const go = event.type === 'click' && target.closest<HTMLElement>('[data-go]')?.dataset.go;
  const isEnter = (event as KeyboardEvent).key === 'Enter' && target instanceof HTMLInputElement;
  const entersNext = isEnter && at < all.length - 1 && target.form !== null;
  if (entersNext) event.preventDefault();
  const next = all[go === 'back' ? at - 1 : at + 1];
  if (next && (go || entersNext)) open(steps, next);
}

const stepsOf = (steps: Element) => [...steps.querySelectorAll<HTMLInputElement>('.steps-row input')];

function open(steps: HTMLElement, step: HTMLInputElement): void {
  choose(step);
  steps.closest('.dialog-body')?.scrollTo(0, 0);
  const fields = steps.querySelectorAll<HTMLInputElement>('[data-step] :is(input, select, textarea)');
  const first = [...fields].find((field) => isWritable(field) && field.checkVisibility());
  const isTouched = matchMedia('(pointer: coarse)').matches;
  (isTouched ? step : (first ?? step)).focus();
}

const isWritable = (field: HTMLInputElement) =>
  !field.matches(':disabled, [type="hidden"], [type="file"], [name="pane"]');

function choose(radio: HTMLInputElement | null | undefined): void {
  if (!radio) return;
  radio.checked = true;
  radio.dispatchEvent(new Event('change', { bubbles: true }));
}

let isWatched = false;
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  document.addEventListener('htmx:after:swap', () => {
    for (const steps of document.querySelectorAll('dialog[open] [data-steps]')) showWrong(steps);
  });
}

function showWrong(steps: Element): void {
  const wrong = steps.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!wrong || wrong.checkVisibility()) return;
  const step = Number(wrong.closest<HTMLElement>('[data-step]')?.dataset.step?.at(0));
  choose(stepsOf(steps)[step - 1]);
  const pane = wrong.closest('.panes > section');
  const panes = [...(pane?.parentElement?.querySelectorAll(':scope > section') ?? [])];
  choose(pane?.parentElement?.querySelectorAll<HTMLInputElement>('[name="pane"]')[panes.indexOf(pane)]);
  wrong.focus();
}
