import { useT } from '@views/i18n.tsx';
import { Avatar } from '@views/ui/avatar.tsx';
import { Dialog } from '@views/ui/dialog.tsx';
import { SearchField } from '@views/ui/fields/search-field.tsx';
import { useEffect, useRef, useState } from 'react';
import type { ContactView } from '@/modules/contacts/contacts.views.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { contactName, formatNumber } from '@/schemas/phone-number.schema.ts';
import { makeClientId } from '../../composer/files/attachments.ts';
import { api } from '../../http/api.ts';
import { useIslandDialog } from '../../keys/use-island-dialog.ts';
import { showToast } from '../../page/toast.ts';
import { showError } from '../../workspace/workspace-api.ts';

const ID = 'forward-message';
const DELAY_MS = 500;
const MIN_SEARCH = 3;
/** A click that meets a list which has just replaced another was meant for a row of that one. */
const STEADY_MS = 500;

export function ForwardDialog({ message, onClose }: { message: MessageView; onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { found, swappedAt } = useContacts(text.trim());
  // A second press for the same person, after an answer that was lost, sends nothing twice.
  const ids = useRef<Record<number, string>>({});
  useIslandDialog(ID, onClose);

  const forward = async (contact: ContactView) => {
    if (isBusy) return;
    setBusy(true);
    ids.current[contact.id] ??= makeClientId();
    try {
      const { ticket } = await api.post<{ ticket: { uuid: string } }>('/message/forward', {
        messageId: message.id,
        contactId: contact.id,
        clientId: ids.current[contact.id],
      });
      const dialog = document.getElementById(ID) as HTMLDialogElement | null;
      const isOpen = dialog?.open;
      dialog?.close();
      showToast({ level: 'success', text: t('messages:forwardDone', { name: contactName(contact) }) });
      if (isOpen) document.dispatchEvent(new CustomEvent('desk:open', { detail: { uuid: ticket.uuid } }));
    } catch (error) {
      setBusy(false);
      showError(error, t);
    }
  };
  return (
    <Dialog id={ID} size="sm" title={t('messages:menu.forward')}>
      <SearchField
        autoFocus
        label={t('messages:searchContact')}
        value={text}
        className="w-full"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul aria-busy={isBusy} className="flex h-72 flex-col overflow-y-auto">
        {found?.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              data-contact={contact.id}
              aria-disabled={isBusy}
              onClick={({ detail, timeStamp }) => {
                // A click without a position was made by a key.
                if (detail === 0 || timeStamp - swappedAt.current > STEADY_MS) void forward(contact);
              }}
              className="flex min-h-12 w-full items-center gap-3 rounded-field px-2 text-left hover:bg-base-content/6 focus-visible:-outline-offset-2"
            >
              <Avatar name={contact.name} src={contact.profilePicUrl} size={36} />
              <span className="min-w-0">
                <span className="block truncate">{contactName(contact)}</span>
                <span className="block truncate text-muted text-xs">{formatNumber(contact.number)}</span>
              </span>
            </button>
          </li>
        ))}
        {found?.length === 0 ? (
          <li className="py-6 text-center text-muted text-sm">{t('messages:noContact')}</li>
        ) : null}
      </ul>
    </Dialog>
  );
}

function useContacts(text: string) {
  const t = useT();
  const [found, setFound] = useState<ContactView[] | undefined>();
  const hasFound = useRef(false);
  hasFound.current = found !== undefined;
  const swappedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text.length < MIN_SEARCH) return setFound(undefined);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const query = { searchParam: text };
      api.get<{ contacts: ContactView[] }>('/contacts', { query, signal: stop.signal }).then(
        (page) => {
          if (hasFound.current) swappedAt.current = performance.now();
          setFound(page.contacts);
        },
        (error: unknown) => showError(error, t),
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, t]);
  return { found, swappedAt };
}
