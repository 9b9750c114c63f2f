import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';
import type { QueueView } from '@/modules/queues/queues.views.ts';
import { queuePaths } from '@/paths.ts';
import { QueueOptions } from '../../../islands/office/queue-options/queue-options.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

type QueueOptionsPageProps = { queue: QueueView; options: QueueOptionView[] };

export function QueueOptionsPage({ queue, options }: QueueOptionsPageProps) {
  const t = useT();
  const { id, name, greetingMessage: greeting, mediaName } = queue;
  return (
    <>
      <PageHeader title={t('queues:optionsOf', { name })} text={t('queues:option.hint')}>
        <LinkButton href={queuePaths.list()} icon="arrow-left">
          {t('queues:title')}
        </LinkButton>
      </PageHeader>
      <Island
        of={QueueOptions}
        name="queue-options"
        namespaces={['queues', 'common', 'variables']}
        props={{ queue: { id, name, greeting, mediaName }, initial: options }}
      />
    </>
  );
}
