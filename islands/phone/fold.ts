const FOLD_PX = 28;
const MIN_HEIGHT_PX = 160;

export function startFold(): void {
  const root = document.documentElement;
  const phone = matchMedia('(width < 48rem)');
  const update = ({ target }: Event) => {
    const box = target === document ? document.scrollingElement : (target as Element);
    if (!box || (target !== document && !box.matches('[data-scroller]'))) return;
    const { scrollTop, scrollHeight, clientHeight } = box;
    if (scrollTop <= 0 || !phone.matches) delete root.dataset.folded;
    else if (scrollTop > FOLD_PX && scrollHeight - clientHeight > MIN_HEIGHT_PX) root.dataset.folded = '';
  };
  document.addEventListener('scroll', update, { capture: true, passive: true });
  stayAboveKeyboard(root);
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
