/** The ticket that an element belongs to, as the server checks it (modules/messages/ticket-mismatch.guard.ts). */
export function ticketShownBy(element: Element | null | undefined): string | undefined {
  return element?.closest<HTMLElement>('[data-shows]')?.dataset.shows;
}

export type ClickedAction = ReturnType<typeof clickedAction>;

/** The action of a button, and the ticket that it is about at this moment. */
export function clickedAction(button: HTMLButtonElement) {
  const { ticketId, uuid, queueId } = button.closest<HTMLElement>('[data-ticket-id]')?.dataset ?? {};
  const { ticketAction = '' } = button.dataset;
  return { button, ticketAction, ticketId, uuid, queueId, meantFor: ticketShownBy(button) };
}

export function ticketInPane(): string | undefined {
  return ticketShownBy(document.querySelector('#workspace-pane [data-shows]'));
}
