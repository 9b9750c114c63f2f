let isLeaving = false;

/** The login page explains when the person signed in elsewhere. */
export function toLogin(): void {
  // The socket and each read learn of a lost session; a second navigation would cancel the first.
  if (isLeaving) return;
  isLeaving = true;
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
  const { ended } = document.body.dataset;
  location.assign(ended ? `/login?ended=${ended}` : '/login');
}
