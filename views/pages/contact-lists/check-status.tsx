import type { CheckView } from '@/modules/contact-lists/contact-lists.views.ts';
import { listPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';

export function CheckStatus({ check }: { check: CheckView }) {
  const t = useT();
  const { contactListId, total, checked, valid, state } = check;
  const isGoing = state === 'running' || state === 'waits';
  return (
    <div
      id="list-check"
      hx-get={listPaths.check(contactListId)}
      hx-trigger={[
        `refresh:ContactListItem-${contactListId} from:document`,
        'refresh:whatsappSession from:document',
        ...(isGoing ? ['every 5s'] : []),
      ].join(', ')}
      hx-target="this"
      hx-swap="outerMorph"
      hx-sync="this:replace"
    >
      {total === 0 ? null : (
        <div className="panel mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <p role="status" className="min-w-0 grow basis-64 text-sm">
            {state === 'none'
              ? t('contactLists:check.done', { count: valid, total })
              : t(`contactLists:check.${state}`, { checked, total })}
          </p>
          {state === 'none' ? null : (
            <progress
              className="progress progress-primary w-40 grow"
              aria-label={t('contactLists:check.title')}
              value={checked}
              max={total}
            />
          )}
          {state === 'stopped' ? (
            <Button
              id="list-check-again"
              size="sm"
              hx-post={listPaths.check(contactListId)}
              hx-target="#list-check"
              hx-swap="outerMorph"
            >
              {t('contactLists:check.again')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
