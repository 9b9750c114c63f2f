export function showCount(count: number): void {
  const bare = document.title.replace(/^\(\d+\) /, '');
  const title = count > 0 ? `(${count}) ${bare}` : bare;
  if (title !== document.title) document.title = title;
  navigator.setAppBadge?.(count).catch(() => undefined);
}
