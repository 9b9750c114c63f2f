/** There the page says why, when the person signed in elsewhere. */
export function toLogin(): void {
  const { ended } = document.body.dataset;
  location.assign(ended ? `/login?ended=${ended}` : '/login');
}
