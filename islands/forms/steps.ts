import { unknownVariables } from '@/modules/messages/write/variable-names.schema.ts';
import { isComposing } from '../keys/composing.ts';

/** Buttons and Enter move between the steps of a form; a refused field is shown wherever it is. */
export function enhanceSteps(event: Event): void {
  const target = event.target as Element;
  const steps = target.closest('dialog, form')?.querySelector<HTMLElement>('[data-steps]');
  if (!steps) return;
  watch();
  const all = stepsOf(steps);
  if (event.type === 'change' && all.includes(target as HTMLInputElement)) refuse(steps);
  const at = all.findIndex(({ checked }) => checked);
  const go = event.type === 'click' && target.closest<HTMLElement>('[data-go]')?.dataset.go;
  const isEnter =
    (event as KeyboardEvent).key === 'Enter' && !isComposing(event) && target instanceof HTMLInputElement;
  const entersNext = isEnter && at < all.length - 1 && target.form !== null;
  if (entersNext) event.preventDefault();
  const next = all[go === 'back' ? at - 1 : at + 1];
  if (next && (go || entersNext)) open(steps, next);
}

const stepsOf = (steps: Element) => [...steps.querySelectorAll<HTMLInputElement>('.steps-row input')];

function open(steps: HTMLElement, step: HTMLInputElement): void {
  choose(step);
  refuse(steps);
  if (!step.checked) return;
  steps.closest('.dialog-body')?.scrollTo(0, 0);
  const fields = steps.querySelectorAll<HTMLInputElement>('[data-step] :is(input, select, textarea)');
  const first = [...fields].find((field) => isWritable(field) && field.checkVisibility());
  const isTouched = matchMedia('(pointer: coarse)').matches;
  (isTouched ? step : (first ?? step)).focus();
}

/** Saving would refuse an unknown variable: the step that has it is opened again. */
function refuse(steps: HTMLElement): void {
  const error = steps.querySelector<HTMLTemplateElement>('template[data-own]');
  const at = stepsOf(steps).findIndex(({ checked }) => checked) + 1;
  const texts = [...steps.querySelectorAll<HTMLTextAreaElement>('textarea:not(:disabled)')].filter(isUsed);
  const left = texts.filter((text) => stepOf(text) < at);
  const [wrong] = left.filter((text) => error && showUnknown(text, error));
  if (wrong) reveal(steps, wrong);
}

function isUsed(text: HTMLTextAreaElement): boolean {
  const part = text.closest('[data-optional]');
  return !part || getComputedStyle(part).display !== 'none';
}

function showUnknown(text: HTMLTextAreaElement, error: HTMLTemplateElement): boolean {
  const [variable] = unknownVariables(text.value, JSON.parse(error.dataset.own ?? '[]'));
  const id = `${text.id}-error`;
  document.getElementById(id)?.remove();
  for (const name of ['aria-invalid', 'aria-describedby']) text.removeAttribute(name);
  if (variable === undefined) return false;
  const line = error.content.firstElementChild?.cloneNode(true) as HTMLElement;
  line.id = id;
  line.lastChild?.replaceWith(error.dataset.refusal?.replace('*', () => variable) ?? '');
  text.after(line);
  text.setAttribute('aria-invalid', 'true');
  text.setAttribute('aria-describedby', id);
  text.addEventListener('input', () => showUnknown(text, error), { once: true });
  return true;
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

const stepOf = (field: Element) => Number(field.closest<HTMLElement>('[data-step]')?.dataset.step?.at(0));

function showWrong(steps: Element): void {
  const wrong = steps.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (wrong && !wrong.checkVisibility()) reveal(steps, wrong);
}

function reveal(steps: Element, field: HTMLElement): void {
  choose(stepsOf(steps)[stepOf(field) - 1]);
  const pane = field.closest('.panes > section');
  const panes = [...(pane?.parentElement?.querySelectorAll(':scope > section') ?? [])];
  choose(pane?.parentElement?.querySelectorAll<HTMLInputElement>('[name="pane"]')[panes.indexOf(pane)]);
  field.focus();
}
