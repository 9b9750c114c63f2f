/** A phone shows the row of `/settings#setting-…`; `:target` would forget it when the row is refreshed. */
export function startSettingsAnchor(): void {
  const page = document.querySelector<HTMLElement>('.settings-page[data-at="all"]');
  if (!page) return;
  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const isOfPage = id !== '' && document.getElementById(id)?.closest('.settings-main');
    page.dataset.at = isOfPage ? 'anchor' : 'all';
  };
  follow();
  addEventListener('hashchange', follow);
}
