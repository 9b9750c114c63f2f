let isLeaving = false;

function leave(): void {
  isLeaving = true;
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
}

/** While signing out or leaving a visit, no lost session must interrupt the form. */
export function watchSignOut(): void {
  document.addEventListener('submit', ({ target }) => {
    if ((target as Element).matches('[action="/logout"],[action="/leave-company"]')) leave();
  });
}

/** The login page explains when the person signed in elsewhere, and leads back to this page. */
export function toLogin(): void {
  // The socket and each read learn of a lost session; a second navigation would cancel the first.
  if (isLeaving) return;
  leave();
  location.assign(`/login?ended=${document.body.dataset.ended ?? 'expired'}`);
}
