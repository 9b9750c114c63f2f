const FOLD_PX = 28;
/** A list that is hardly longer than its room would unfold what it has just folded. */
const LEAST_ROOM_PX = 160;
/** Less than that is no direction. */
const STEP_PX = 8;
/** What a list has below its last row for the round button to lie in. */
const END_PX = 80;

/** The large title goes when somebody scrolls down, and its words appear in the bar; at the top it comes back. */
export function startFold(): void {
  const root = document.documentElement;
  const phone = matchMedia('(width < 48rem)');
  const look = ({ target }: Event) => {
    const box = target === document ? document.scrollingElement : (target as Element);
    if (!box || (target !== document && !box.matches('[data-scroller]'))) return;
    stepAside(box);
    const { scrollTop, scrollHeight, clientHeight } = box;
    if (scrollTop <= 0 || !phone.matches) delete root.dataset.folded;
    else if (scrollTop > FOLD_PX && scrollHeight - clientHeight > LEAST_ROOM_PX) root.dataset.folded = '';
  };
  document.addEventListener('scroll', look, { capture: true, passive: true });
  // Another list may come by it, which nobody has scrolled yet.
  document.addEventListener('click', ({ target }) => showAgain(paneOf(target as Element)));
  keepAboveKeyboard(root);
}

const paneOf = (inside: Element) => inside.closest<HTMLElement>('.list-pane');
const showAgain = (pane: HTMLElement | null) => delete pane?.dataset.aside;
let known: { box: Element; top: number } | undefined;

/** The round button lies over a row: it goes on the way down, and is there on the way up, at the top and at the end. */
function stepAside(box: Element): void {
  const pane = paneOf(box);
  const { scrollTop: top, scrollHeight, clientHeight } = box;
  const moved = known?.box === box ? top - known.top : 0;
  if (known?.box !== box || Math.abs(moved) > STEP_PX) known = { box, top };
  if (top <= 0 || moved < -STEP_PX || scrollHeight - clientHeight - top < END_PX) showAgain(pane);
  else if (pane && moved > STEP_PX) pane.dataset.aside = '';
}

/** Where the keyboard lies over the page instead of shrinking it (Safari), the desk is as high as what is seen. */
function keepAboveKeyboard(root: HTMLElement): void {
  const seen = window.visualViewport;
  seen?.addEventListener('resize', () => {
    const isCovered = seen.scale === 1 && innerHeight - seen.height > 120;
    root.style.setProperty('--seen', isCovered ? `${seen.height}px` : '100dvh');
    if (isCovered) scrollTo(0, 0);
  });
}
