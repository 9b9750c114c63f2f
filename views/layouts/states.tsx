import { useT } from '../i18n.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { RenderedState } from '../ui/state-markup.tsx';

export function StateTemplates() {
  const t = useT();
  const again = (
    <>
      <Button icon="refresh-cw" data-again="">
        {t('common:retry')}
      </Button>
      <Button data-workspace-view="list" className="state-back">
        {t('tickets:backToList')}
      </Button>
    </>
  );
  return (
    <template id="states">
      <dialog className="dialog" data-waiting="" aria-label={t('common:loading')}>
        <div className="dialog-box max-w-lg">
          <header className="dialog-head justify-end">
            <IconButton icon="x" label={t('common:cancel')} data-close="" className="-mr-2" />
          </header>
          <div className="dialog-body">
            <SkeletonFields label={t('common:loading')} />
          </div>
        </div>
      </dialog>
      <RenderedState kind="failed" title={t('common:missed')} text={t('common:missedHint')} action={again} />
      <RenderedState
        kind="offline"
        title={t('common:unreachable')}
        text={t('common:unreachableHint')}
        action={again}
      />
      <RenderedState kind="forbidden" title={t('errors:ERR_NO_PERMISSION')} text={t('errors:askAdmin')} />
    </template>
  );
}

function SkeletonFields({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-5 pb-2">
      <div className="skeleton h-5 w-2/5" />
      {[0, 1, 2].map((field) => (
        <div key={field} className="flex flex-col gap-2">
          <div className="skeleton h-3 w-1/4" />
          <div className="skeleton h-10 w-full" />
        </div>
      ))}
    </div>
  );
}
