let isLeaving = false;

/** The login page explains when the person signed in elsewhere, and leads back to this page. */
export function toLogin(): void {
  // The socket and each read learn of a lost session; a second navigation would cancel the first.
  if (isLeaving) return;
  isLeaving = true;
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
  location.assign(`/login?ended=${document.body.dataset.ended ?? 'expired'}`);
}
