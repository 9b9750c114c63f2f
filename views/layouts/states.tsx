import { useT } from '../i18n.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { DrawnState } from '../ui/drawn-state.tsx';

/** What islands/slow-answers.ts shows while a dialog is on its way, and in the place of what did not come. */
export function StateTemplates() {
  const t = useT();
  const again = (
    <>
      <Button icon="refresh-cw" data-again="">
        {t('common:retry')}
      </Button>
      <Button data-desk-view="list" className="state-back">
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
      <DrawnState kind="failed" title={t('common:missed')} text={t('common:missedHint')} action={again} />
      <DrawnState
        kind="offline"
        title={t('common:unreachable')}
        text={t('common:unreachableHint')}
        action={again}
      />
      <DrawnState kind="forbidden" title={t('errors:ERR_NO_PERMISSION')} text={t('errors:askAdmin')} />
    </template>
  );
}

/** Of a form whose window is already open. */
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
