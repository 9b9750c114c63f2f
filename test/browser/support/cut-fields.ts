import type { Locator } from 'playwright-core';

/** Names of selects whose chosen option, or any, is cut, of fields whose hint is, and of days without a visible label. */
export async function cutFields(part: Locator, options: 'chosen' | 'all' = 'chosen'): Promise<string[]> {
  return part.evaluate((shownPart, which) => {
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const isTooLong = (field: HTMLElement, text: string) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(text).width > room + 1;
    };
    const isCut = (select: HTMLSelectElement) => {
      const read = which === 'all' ? select.options : select.selectedOptions;
      return [...read].some(({ text }) => isTooLong(select, text));
    };
    const shown = <T extends HTMLElement>(of: string) =>
      [...shownPart.querySelectorAll<T>(of)].filter((one) => one.offsetWidth > 0);
    const isNamed = ({ labels }: HTMLInputElement) => [...(labels ?? [])].some((one) => one.offsetWidth > 0);
    return [
      ...shown<HTMLSelectElement>('select').filter(isCut),
      ...shown<HTMLInputElement>('[type="search"]').filter((field) => isTooLong(field, field.placeholder)),
      ...shown<HTMLInputElement>('[type="date"]').filter((day) => !isNamed(day)),
    ].map((field) => field.name);
  }, options);
}

/** Buttons and links like them, outside of menus, whose label is cut or leaves them. */
export async function cutButtons(part: Locator): Promise<string[]> {
  return part.evaluate((shownPart) => {
    const isWhole = (button: Element) => {
      const edge = button.getBoundingClientRect();
      return [...button.querySelectorAll('*'), button]
        .flatMap((one) => [...one.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
        .filter(({ parentElement }) => (parentElement?.clientWidth ?? 0) !== 1)
        .every((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left, right, width } = range.getBoundingClientRect();
          return width === 0 || (left >= edge.left - 1 && right <= edge.right + 1);
        });
    };
    return [...shownPart.querySelectorAll<HTMLElement>('.btn')]
      .filter((button) => button.checkVisibility() && !isWhole(button))
      .map((button) => button.textContent.trim());
  });
}
