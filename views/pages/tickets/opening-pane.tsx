import { MAX_BODY } from '../../../islands/composer/limits.ts';
import { useT } from '../../i18n.tsx';
import type { DeskMe } from '../../parts/tickets/desk.ts';
import { IconButton } from '../../ui/button.tsx';

/** Over the pane while another conversation loads: islands/desk/opening.ts fills it from the row. */
export function OpeningPane({ me }: { me: DeskMe }) {
  const t = useT();
  return (
    <section
      id="desk-opening"
      hidden
      aria-busy="true"
      aria-label={t('messages:conversation')}
      className="opening-pane max-md:group-data-[view=list]/desk:hidden"
    >
      <header className="flex h-16 shrink-0 items-center gap-1 border-base-300 border-b bg-base-100 px-2 sm:gap-2 sm:px-3">
        <IconButton
          icon="arrow-left"
          label={t('tickets:backToList')}
          data-desk-view="list"
          className="md:hidden"
        />
        <span className="flex min-w-0 grow items-center gap-3 px-1">
          <span data-opening-avatar="" className="opening-avatar" />
          <span data-opening-name="" dir="auto" className="opening-name" />
        </span>
      </header>
      <div className="opening-bones" />
      <div className="flex items-end gap-2 bg-base-100 p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        <div className="write-box">
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
        <span className="my-1 size-10 shrink-0" />
      </div>
    </section>
  );
}
