import type { Translate } from '../../i18n.tsx';

type Named = { id: number; name: string };

export const queueFilter = (t: Translate, queues: Named[]) => ({
  name: 'queueId',
  label: t('dashboard:filter.queue'),
  options: optionsOf(queues, t('dashboard:filter.allQueues'), t('dashboard:none.queues')),
});

export const personFilter = (t: Translate, people: Named[]) => ({
  name: 'userId',
  label: t('dashboard:filter.person'),
  options: optionsOf(people, t('dashboard:filter.everybody'), t('dashboard:none.agents')),
});

function optionsOf(named: Named[], all: string, none: string) {
  return [
    { value: '', label: all },
    ...named.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: 'none', label: none },
  ];
}
