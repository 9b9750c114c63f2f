import type { Translate } from '@views/i18n.tsx';
import type { ContactCard } from '@views/parts/messages/vcard.ts';
import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { ApiError, api } from '../../http/api.ts';
import { showToast } from '../../page/toast.ts';
import { openDialog, route } from '../../workspace/navigation.ts';
import { showError } from '../../workspace/workspace-api.ts';

type Added = { id?: number; existingContact?: { id: number }; invalido?: unknown };
type Holder = { uuid: string; userId: number | null; user?: { name: string }; queue?: { name: string } };

/** Returns false when the number is not on WhatsApp; any other refusal is shown as a toast. */
export async function openContact(
  card: ContactCard,
  from: Pick<TicketDetail, 'queueId' | 'whatsappId'>,
  meId: number,
  t: Translate,
): Promise<boolean> {
  const number = card.phones[0]?.digits ?? '';
  const { uuid: shown } = route.get();
  const open = (uuid: string) => {
    if (route.get().uuid === shown)
      document.dispatchEvent(new CustomEvent('desk:open', { detail: { uuid } }));
  };
  try {
    const added = await api.post<Added>('/contacts', { name: card.name || number, number });
    const contactId = added.existingContact?.id ?? added.id;
    if (added.invalido || contactId === undefined) return false;
    await openWith(contactId, from, open);
  } catch (error) {
    const holder = holderOf(error);
    if (error instanceof ApiError && error.code === 'ERR_WAPP_INVALID_CONTACT') return false;
    if (holder?.userId === meId) open(holder.uuid);
    else if (holder) showHolder(holder, t);
    else showError(error, t);
  }
  return true;
}

async function openWith(
  contactId: number,
  { queueId, whatsappId }: Pick<TicketDetail, 'queueId' | 'whatsappId'>,
  open: (uuid: string) => void,
): Promise<void> {
  const request = { contactId, queueId, whatsappId, status: 'open' };
  try {
    open((await api.post<TicketDetail>('/tickets', request)).uuid);
  } catch (error) {
    const { queueId: refused } =
      error instanceof ApiError ? ((error.details.fields ?? {}) as { queueId?: string }) : {};
    if (refused === undefined) throw error;
    void openDialog(`/tickets/new?contactId=${contactId}`);
  }
}

function holderOf(error: unknown): Holder | undefined {
  if (!(error instanceof ApiError) || error.details.code !== 'ERR_OTHER_OPEN_TICKET') return undefined;
  return error.details.ticket as Holder | undefined;
}

function showHolder({ user, queue }: Holder, t: Translate): void {
  const name = user?.name ?? t('messages:nobody');
  const text = t('messages:heldBy', { name, queue: queue?.name ?? t('tickets:noQueue') });
  showToast({ level: 'warning', text });
}
