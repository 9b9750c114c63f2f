const PRESSED = 'button, input[type="checkbox"], [role="tab"]';

/**
 * The server's markup is there before the script that makes it work. Whoever presses a button of an island in that moment is
 * served as soon as it lives; of several presses the last one counts.
 */
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
    // What an island sets up after its first paint comes in the task behind the next frame.
    requestAnimationFrame(() => setTimeout(pressKept));
  });
  observer.observe(island, { attributeFilter: ['data-alive'] });
}

function pressKept(): void {
  const pressed = kept;
  kept = undefined;
  if (pressed?.isConnected) pressed.click();
}
