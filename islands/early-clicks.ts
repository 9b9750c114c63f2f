const PRESSED = 'button, input[type="checkbox"], [role="tab"]';

/** A press on an island that is not hydrated yet is repeated once it is; of several presses only the last one. */
export function keepEarlyClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element;
      const island = target.closest<HTMLElement>('[data-island]:not([data-alive])');
      const pressed = target.closest<HTMLElement>(PRESSED);
      if (!island || !pressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      kept = pressed;
      if (!watched.has(island)) pressWhenAlive(island);
    },
    { capture: true },
  );
}

let kept: HTMLElement | undefined;
const watched = new WeakSet<HTMLElement>();

function pressWhenAlive(island: HTMLElement): void {
  watched.add(island);
  const observer = new MutationObserver(() => {
    if (!('alive' in island.dataset)) return;
    observer.disconnect();
    // Effects run after the first paint, so the press waits for the task behind the next frame.
    requestAnimationFrame(() => setTimeout(pressKept));
  });
  observer.observe(island, { attributeFilter: ['data-alive'] });
}

function pressKept(): void {
  const pressed = kept;
  kept = undefined;
  if (pressed?.isConnected) pressed.click();
}
