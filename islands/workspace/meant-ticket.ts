import { ticketShownBy } from './shown-ticket.ts';

type Asked = {
  sourceElement?: Element;
  target?: Element;
  request: { method: string; action: string; headers: Record<string, string> };
};

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
