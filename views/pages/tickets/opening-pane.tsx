import { MAX_BODY } from '@/modules/messages/message-limits.schema.ts';
import { useT } from '../../i18n.tsx';
import type { WorkspaceUser } from '../../parts/tickets/workspace.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';

/** Covers the pane while another conversation loads; islands/workspace/opening.ts fills it from the row. */
export function OpeningPane({ me }: { me: WorkspaceUser }) {
  const t = useT();
  return (
    <section
      id="workspace-opening"
      hidden
      aria-busy="true"
      aria-label={t('messages:conversation')}
      aria-labelledby="opening-contact"
      className="opening-pane max-md:group-data-[view=list]/workspace:hidden"
    >
      <header className="flex h-16 shrink-0 items-center gap-1 border-base-300 border-b bg-base-100 px-2 sm:gap-2 sm:px-3">
        <IconButton
          icon="arrow-left"
          label={t('tickets:backToList')}
          data-workspace-view="list"
          className="md:hidden"
        />
        <span className="flex min-w-0 grow items-center gap-3 px-1">
          <span data-opening-avatar="" className="opening-avatar" />
          <span id="opening-contact" data-opening-name="" dir="auto" className="opening-name" />
        </span>
      </header>
      <div className="opening-bones">
        <span />
        <span />
        <span />
      </div>
      <div className="flex items-end gap-2 bg-base-100 p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        <div className="write-box">
          <Tools />
          <textarea
            rows={1}
            dir="auto"
            maxLength={MAX_BODY - me.name.length - 4}
            placeholder={t('messages:write')}
            aria-label={t('messages:write')}
            autoComplete="off"
            className="write-field"
          />
        </div>
        <span className="btn btn-ghost icon-btn pointer-events-none my-1 text-muted">
          <Icon name="mic" size={20} />
        </span>
      </div>
    </section>
  );
}

function Tools() {
  const tool = (name: IconName, className = '') => (
    <span className={`btn btn-ghost icon-btn text-muted ${className}`}>
      <Icon name={name} size={20} />
    </span>
  );
  return (
    <>
      {tool('smile', 'write-wide')}
      {tool('plus')}
    </>
  );
}
