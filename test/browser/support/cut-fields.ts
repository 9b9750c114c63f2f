import type { Locator } from 'playwright-core';

/** Names of selects whose chosen option, or any, is cut, and of days without a visible label. */
export async function cutFields(part: Locator, options: 'chosen' | 'all' = 'chosen'): Promise<string[]> {
  return part.evaluate((shownPart, which) => {
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const isCut = (select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = font;
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const read = which === 'all' ? select.options : select.selectedOptions;
      return [...read].some(({ text }) => pen.measureText(text).width > room + 1);
    };
    const shown = <T extends HTMLElement>(of: string) =>
      [...shownPart.querySelectorAll<T>(of)].filter((one) => one.offsetWidth > 0);
    const isNamed = ({ labels }: HTMLInputElement) => [...(labels ?? [])].some((one) => one.offsetWidth > 0);
    return [
      ...shown<HTMLSelectElement>('select').filter(isCut),
      ...shown<HTMLInputElement>('[type="date"]').filter((day) => !isNamed(day)),
    ].map((field) => field.name);
  }, options);
}
