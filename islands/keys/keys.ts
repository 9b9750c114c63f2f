import { pressUndo } from '../page/toast.ts';
import { isComposing } from './composing.ts';
import { leaveComposer, moveInList, pressAction, showAction, writeReply } from './ticket-keys.ts';

export type KeyHandlers = { onCommands: () => void; onHelp: () => void };

const FIELDS =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"], [role="menu"]';

const LAYERS = [
  'dialog[open], :popover-open, [data-emoji], [data-recorder], [data-search-panel]',
  '[data-opening], .htmx-request[aria-haspopup], body.htmx-request, form[inert]',
  '[aria-controls="composer-tools"][aria-expanded="true"]',
].join();

const LOADING_PANE = '#workspace-pane[inert], #workspace-pane [data-island]:not([data-alive])';

/** Ctrl+K works anywhere, letters outside fields; ticket changes need Shift. Returns a stop function. */
export function startKeys(handlers: KeyHandlers): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (isCommandKey(event)) {
      event.preventDefault();
      handlers.onCommands();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') leaveComposer(event.target);
    else if (!isBusy(event) && act(event, handlers)) event.preventDefault();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

function isCommandKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

/** Also detects typing inside a component's shadow root. */
function isBusy(event: KeyboardEvent): boolean {
  const origin = event.composedPath()[0];
  if (origin instanceof Element && origin.closest(FIELDS)) return true;
  if (document.querySelector(LAYERS)) return true;
  // An undo is for its toast, whatever the pane is loading; the toast would be gone before a slow pane is there.
  return !(event.shiftKey && /^z$/i.test(event.key)) && document.querySelector(LOADING_PANE) !== null;
}

/** Returns true when the key has a meaning here. A held key moves through the list, but acts only once. */
function act({ key, shiftKey, repeat }: KeyboardEvent, { onHelp }: KeyHandlers): boolean {
  if (key === '?' && !repeat) {
    onHelp();
    return true;
  }
  if (shiftKey) return !repeat && changeTicket(key.toLowerCase());
  switch (key) {
    case 'j':
      return moveInList(1);
    case 'k':
      return moveInList(-1);
    case 'r':
      return !repeat && writeReply();
    default:
      return false;
  }
}

function changeTicket(key: string): boolean {
  switch (key) {
    case 'a':
      // Taking a colleague's ticket needs a second key on its button.
      return pressAction('accept') || showAction('take');
    case 'd':
      return pressAction('return');
    case 'e':
      return pressAction('resolve');
    case 'n':
      return pressAction('resolveNext');
    case 'z':
      return pressUndo();
    default:
      return false;
  }
}
