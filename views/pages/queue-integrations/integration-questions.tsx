import type {
  IntegrationUse,
  QueueIntegrationView,
} from '@/modules/queue-integrations/queue-integrations.views.ts';
import { integrationPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

type DeleteIntegrationDialogProps = {
  integration: Pick<QueueIntegrationView, 'id' | 'name'>;
  use: IntegrationUse;
};

export function DeleteIntegrationDialog({ integration, use }: DeleteIntegrationDialogProps) {
  const t = useT();
  const { id, name } = integration;
  const uses = [
    use.connections.length > 0 &&
      t('queueIntegrations:uses.connections', { names: use.connections.join(', ') }),
    use.queues.length > 0 && t('queueIntegrations:uses.queues', { names: use.queues.join(', ') }),
    use.tickets > 0 && t('queueIntegrations:uses.tickets', { count: use.tickets }),
  ].filter((line) => typeof line === 'string');
  return (
    <ConfirmDialog
      id="integration-delete"
      title={t('queueIntegrations:delete', { name })}
      what={name}
      text={t('common:confirmDelete')}
      action={integrationPaths.one(id)}
    >
      <ul className="list-disc pl-5 text-sm">
        {uses.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

export function TestResult({ texts = [], wrong }: { texts?: string[]; wrong?: string }) {
  if (wrong)
    return (
      <span className="flex items-start gap-1.5 text-error text-sm">
        <Icon name="alert-triangle" size={16} className="mt-0.5" />
        {wrong}
      </span>
    );
  return (
    <span className="flex items-start gap-1.5 text-sm">
      <Icon name="circle-check" size={16} className="mt-0.5 text-success" />
      <span className="wrap-anywhere whitespace-pre-line">{texts.join('\n')}</span>
    </span>
  );
}
