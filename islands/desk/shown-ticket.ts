/** The ticket that an element belongs to, as the server checks it (modules/messages/meant-ticket.door.ts). */
export function ticketShownBy(element: Element | null | undefined): string | undefined {
  return element?.closest<HTMLElement>('[data-shows]')?.dataset.shows;
}

export function ticketInPane(): string | undefined {
  return ticketShownBy(document.querySelector('#desk-pane [data-shows]'));
}

type Asked = {
  sourceElement?: Element;
  target?: Element;
  request: { method: string; action: string; headers: Record<string, string> };
};

/** Forms of a conversation, and of the dialogs that it opened, name it. Returns a function that stops it. */
export function startMeantTicket(): () => void {
  let ofDialog: string | undefined;
  const name = (event: Event) => {
    const { ctx } = (event as CustomEvent<{ ctx: Asked }>).detail;
    const { sourceElement, target, request } = ctx;
    if (request.method === 'GET') {
      if (target?.id === 'dialogs') ofDialog = ticketShownBy(sourceElement);
      return;
    }
    const meantFor = sourceElement?.closest('dialog') ? ofDialog : ticketShownBy(sourceElement);
    if (meantFor && request.action.startsWith('/tickets/')) request.headers['X-Ticket'] = meantFor;
  };
  document.addEventListener('htmx:config:request', name);
  return () => document.removeEventListener('htmx:config:request', name);
}
