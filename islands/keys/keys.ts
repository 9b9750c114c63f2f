import { leaveComposer, moveInList, pressAction, showAction, writeReply } from './ticket-keys.ts';

export type KeyHandlers = { onCommands: () => void; onHelp: () => void };

const FIELDS =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"], [role="menu"]';

/** What lies over the page or is about to: a window, a menu, a picker, and what was asked for and is still on its way. */
const LAYERS = [
  'dialog[open], :popover-open, [data-emoji]',
  // A script still loads; a window of the server's; a conversation, of which the former one's buttons still stand there.
  '[data-opening], .htmx-request[aria-haspopup], body.htmx-request, #desk-pane[aria-busy="true"]',
].join();

/**
 * The keys of the desk: Ctrl+K anywhere; single letters only while nobody types, no window is open over the page and no
 * other key is held down. Returns what stops them.
 */
export function startKeys(handlers: KeyHandlers): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
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

/** Somebody types (also inside a component's shadow), or something lies over the page. */
function isBusy(event: KeyboardEvent): boolean {
  const origin = event.composedPath()[0];
  if (origin instanceof Element && origin.closest(FIELDS)) return true;
  return document.querySelector(LAYERS) !== null;
}

/** Whether the key means something here. A key held down moves on, but does nothing twice. */
function act({ key, repeat }: KeyboardEvent, { onHelp }: KeyHandlers): boolean {
  if (key === 'j') return moveInList(1);
  if (key === 'k') return moveInList(-1);
  if (repeat) return false;
  switch (key) {
    case '?':
      onHelp();
      return true;
    case 'a':
      // A colleague's ticket is taken by a second key, on the button that says so.
      return pressAction('accept') || showAction('take');
    case 'e':
      return pressAction('resolve');
    case 'r':
      return writeReply();
    default:
      return false;
  }
}
