/** The ticket that an element belongs to, as the server checks it (modules/messages/ticket-mismatch.guard.ts). */
export function ticketShownBy(element: Element | null | undefined): string | undefined {
  return element?.closest<HTMLElement>('[data-shows]')?.dataset.shows;
}

export function ticketInPane(): string | undefined {
  return ticketShownBy(document.querySelector('#workspace-pane [data-shows]'));
}
