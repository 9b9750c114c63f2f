import type { Page } from 'playwright-core';

/**
 * Smaller than 44 px where a finger reaches them: what a box around them cuts off does not count. Links within a text may
 * be as high as its lines (WCAG 2.2, 2.5.5), and the link of a card covers the whole card.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cutBy = (one: Element, { x, y, right, bottom }: DOMRect): DOMRect => {
      const box = one.parentElement;
      if (!box || getComputedStyle(one).position === 'fixed') return new DOMRect(x, y, right - x, bottom - y);
      const { overflowX, overflowY } = getComputedStyle(box);
      // A list can scroll back a target at its edge.
      if (/auto|scroll/.test(overflowX + overflowY)) return new DOMRect(x, y, right - x, bottom - y);
      const edge = box.getBoundingClientRect();
      const isCut = [overflowX, overflowY].some((how) => how === 'hidden' || how === 'clip');
      if (!isCut) return cutBy(box, new DOMRect(x, y, right - x, bottom - y));
      const [left, top] = [Math.max(x, edge.x), Math.max(y, edge.y)];
      const [width, height] = [Math.min(right, edge.right) - left, Math.min(bottom, edge.bottom) - top];
      return cutBy(box, new DOMRect(left, top, width, height));
    };
    const isExempt = (one: Element) => one.matches('.skip-link, [hidden], .board-card-open, .link');
    return [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, textarea')]
      .filter((one) => one.checkVisibility() && !isExempt(one))
      .map((one) => ({ one, target: one.closest('label') ?? one }))
      .map(({ one, target }) => ({ one, box: cutBy(target, target.getBoundingClientRect()) }))
      .filter(
        ({ box }) =>
          box.x >= 0 && Math.min(box.height, box.width) > 1 && Math.min(box.height, box.width) < 43.9,
      )
      .map(({ one, box }) => `${box.width}×${box.height} ${one.outerHTML.slice(0, 150)}`);
  });
}
