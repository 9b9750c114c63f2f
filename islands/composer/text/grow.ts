const MAX_ROWS = 5;

/** For browsers without `field-sizing`. */
export function grow(element: HTMLElement): void {
  element.style.height = 'auto';
  const style = getComputedStyle(element);
  const px = (length: string) => Number.parseFloat(length) || 0;
  const most = MAX_ROWS * (px(style.lineHeight) || 22) + px(style.paddingTop) + px(style.paddingBottom);
  const border = element.offsetHeight - element.clientHeight;
  element.style.height = `${Math.min(element.scrollHeight, most) + border}px`;
}
