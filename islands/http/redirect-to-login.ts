/** The login page explains when the person signed in elsewhere. */
export function toLogin(): void {
  const { ended } = document.body.dataset;
  location.assign(ended ? `/login?ended=${ended}` : '/login');
}
