import type { Translate } from '@views/i18n.tsx';
import { ICON_PATHS } from '@views/ui/icons/icon-paths.ts';
import type { TicketTargets } from '@/modules/tickets/tickets.views.ts';
import { api } from '../http/api.ts';
import { openDialog, sendForm, shownUuid } from '../workspace/navigation.ts';
import type { Command } from './commands.ts';

const SNOOZES = ['hour', 'tomorrow', 'monday'] as const;

/** `actions`: the commands of the ticket's header; only what its buttons permit is offered with a target. */
export async function targetCommands(
  actions: Command[],
  t: Translate,
  signal: AbortSignal,
): Promise<Command[]> {
  const uuid = shownUuid();
  const can = (action: string) => actions.find(({ id }) => id === `ticket-${action}`);
  if (!uuid || actions.length === 0) return [];
  const { queues, people, tags, whatsappId, contactId, canMerge } = await api.get<TicketTargets>(
    `/tickets/u/${uuid}/targets`,
    { signal },
  );
  const on = (action: string, id: string | number, label: string, run: () => void): Command[] => {
    const { note, icon } = can(action) ?? {};
    return icon === undefined ? [] : [{ id: `${action}-${id}`, group: 'target', label, note, icon, run }];
  };
  const transfer = (queueId: number, userId: number | '') =>
    sendForm(`/tickets/${uuid}/transfer`, { queueId, userId, whatsappId: whatsappId ?? '' }, 'PUT');
  return [
    ...queues.flatMap(({ id, name }) =>
      on('transfer', `queue-${id}`, t('commands:transferQueue', { name }), () => transfer(id, '')),
    ),
    ...people.flatMap(({ id, name, queueId }) =>
      on('transfer', `person-${id}`, t('commands:transferPerson', { name }), () => transfer(queueId, id)),
    ),
    ...SNOOZES.flatMap((choice) =>
      on('snooze', choice, t(`commands:snooze.${choice}`), () =>
        sendForm(`/tickets/${uuid}/snooze`, { choice }),
      ),
    ),
    ...tags.flatMap(({ id, name }) =>
      on('tags', id, t('commands:addTag', { name }), () => sendForm(`/tickets/${uuid}/tags`, { tagId: id })),
    ),
    ...(canMerge
      ? [
          {
            id: 'merge',
            group: 'target' as const,
            label: t('commands:merge'),
            note: actions[0]?.note,
            icon: ICON_PATHS.users,
            run: () => void openDialog(`/contacts/${contactId}/merge`),
          },
        ]
      : []),
  ];
}
