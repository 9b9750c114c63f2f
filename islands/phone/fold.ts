const FOLD_PX = 28;
const MIN_HEIGHT_PX = 160;
const STEP_PX = 8;
const END_PX = 80;

export function startFold(): void {
  const root = document.documentElement;
  const phone = matchMedia('(width < 48rem)');
  const update = ({ target }: Event) => {
    const box = target === document ? document.scrollingElement : (target as Element);
    if (!box || (target !== document && !box.matches('[data-scroller]'))) return;
    stepAside(box);
    const { scrollTop, scrollHeight, clientHeight } = box;
    if (scrollTop <= 0 || !phone.matches) delete root.dataset.folded;
    else if (scrollTop > FOLD_PX && scrollHeight - clientHeight > MIN_HEIGHT_PX) root.dataset.folded = '';
  };
  document.addEventListener('scroll', update, { capture: true, passive: true });
  // The click may open another, unscrolled list.
  document.addEventListener('click', ({ target }) => showAgain(paneOf(target as Element)));
  stayAboveKeyboard(root);
}

const paneOf = (inside: Element) => inside.closest<HTMLElement>('.list-pane');
const showAgain = (pane: HTMLElement | null) => delete pane?.dataset.aside;
let known: { box: Element; top: number } | undefined;

function stepAside(box: Element): void {
  const pane = paneOf(box);
  const { scrollTop: top, scrollHeight, clientHeight } = box;
  const moved = known?.box === box ? top - known.top : 0;
  if (known?.box !== box || Math.abs(moved) > STEP_PX) known = { box, top };
  if (top <= 0 || moved < -STEP_PX || scrollHeight - clientHeight - top < END_PX) showAgain(pane);
  else if (pane && moved > STEP_PX) pane.dataset.aside = '';
}

/** Where the keyboard covers the page instead of shrinking it (Safari), the workspace gets the visible height. */
function stayAboveKeyboard(root: HTMLElement): void {
  const seen = window.visualViewport;
  seen?.addEventListener('resize', () => {
    const isCovered = seen.scale === 1 && innerHeight - seen.height > 120;
    root.style.setProperty('--seen', isCovered ? `${seen.height}px` : '100dvh');
    if (isCovered) scrollTo(0, 0);
  });
}
