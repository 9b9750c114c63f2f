const FOLD_PX = 28;
/** A list that is hardly longer than its room would unfold what it has just folded. */
const LEAST_ROOM_PX = 160;

/** The large title goes when somebody scrolls down, and its words appear in the bar; at the top it comes back. */
export function startFold(): void {
  const root = document.documentElement;
  const look = ({ target }: Event) => {
    const box = target === document ? document.scrollingElement : (target as Element);
    if (!box || (target !== document && !box.matches('[data-scroller]'))) return;
    const { scrollTop, scrollHeight, clientHeight } = box;
    if (scrollTop <= 0) delete root.dataset.folded;
    else if (scrollTop > FOLD_PX && scrollHeight - clientHeight > LEAST_ROOM_PX) root.dataset.folded = '';
  };
  document.addEventListener('scroll', look, { capture: true, passive: true });
  keepAboveKeyboard(root);
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
