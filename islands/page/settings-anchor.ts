/** A phone shows the row of `/settings#setting-…`; `:target` would forget it when the row is refreshed. */
export function startSettingsAnchor(): void {
  const page = document.querySelector<HTMLElement>('.settings-page[data-at="all"]');
  if (!page) return;
  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id && document.getElementById(id)?.closest('.settings-main')) page.dataset.at = 'anchor';
  };
  follow();
  addEventListener('hashchange', follow);
}
