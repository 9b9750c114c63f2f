declare global {
  interface Window {
    /** The last button pressed before htmx listened (views/document.tsx); null from then on. */
    earlyPress?: HTMLElement | null;
  }
}

const PRESSED = 'button, input[type="checkbox"], [role="tab"]';

/**
 * Repeats a press on an island, or on a control whose `data-handled-by` names one, once that island is hydrated; of
 * several presses only the last one.
 */
export function replayEarlyClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element;
      const pressed = target.closest<HTMLElement>(PRESSED);
      const island = pressed && handlerOf(pressed);
      if (!island || 'alive' in island.dataset) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pendingClick = pressed;
      if (!watched.has(island)) pressWhenAlive(island);
    },
    { capture: true },
  );
}

const BY_HTMX = '[hx-get],[hx-post],[hx-put],[hx-patch],[hx-delete]';

/** Call it once every listener of the main script is set. htmx listens a task later, so its buttons wait for that. */
export function replayEarlyPress(): void {
  if (!window.earlyPress?.matches(BY_HTMX)) {
    const pressed = window.earlyPress;
    window.earlyPress = undefined;
    press(pressed);
  }
  document.body.addEventListener(
    'htmx:after:process',
    () => {
      const pressed = window.earlyPress;
      window.earlyPress = null;
      if (pressed?.matches(BY_HTMX)) press(pressed);
    },
    { once: true },
  );
}

function press(button: HTMLElement | null | undefined): void {
  if (button?.isConnected) button.click();
}

function handlerOf(pressed: HTMLElement): HTMLElement | null {
  const { handledBy } = pressed.dataset;
  return handledBy
    ? document.querySelector<HTMLElement>(`[data-island="${handledBy}"]`)
    : pressed.closest<HTMLElement>('[data-island]');
}

let pendingClick: HTMLElement | undefined;
const watched = new WeakSet<HTMLElement>();

function pressWhenAlive(island: HTMLElement): void {
  watched.add(island);
  const observer = new MutationObserver(() => {
    if (!('alive' in island.dataset)) return;
    observer.disconnect();
    // Effects run after the first paint, so the press waits for the task after the next frame.
    requestAnimationFrame(() => setTimeout(replayClick));
  });
  observer.observe(island, { attributeFilter: ['data-alive'] });
}

function replayClick(): void {
  const pressed = pendingClick;
  pendingClick = undefined;
  press(pressed);
}
