import { useT } from '@views/i18n.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { SkeletonRows } from '@views/ui/skeleton.tsx';
import { useState } from 'react';
import { useIslandDialog } from '../keys/use-island-dialog.ts';

type Props = {
  'data-opening': '';
  start: string;
  onType: ((typed: string) => void) | undefined;
  onClose: () => void;
};

/** Stands where the panel will be while its script is loading; what is typed meanwhile belongs to the panel. */
export function OpeningPanel({ start, onType, onClose, ...opening }: Props) {
  const t = useT();
  const [text, setText] = useState(start);
  const type = (typed: string) => {
    setText(typed);
    onType?.(typed);
  };
  useIslandDialog('panel-opening', onClose);
  return (
    <dialog
      id="panel-opening"
      className="dialog"
      aria-busy="true"
      aria-label={t('common:loading')}
      {...opening}
    >
      <div className="dialog-box max-w-xl min-[600px]:mt-[10vh] min-[600px]:self-start">
        {onType ? (
          <div className="flex items-center gap-3 border-base-300 border-b px-4">
            <Icon name="search" size={18} className="text-muted" />
            <input
              type="text"
              aria-label={t('commands:placeholder')}
              placeholder={t('commands:placeholder')}
              autoComplete="off"
              spellCheck={false}
              className="h-14 min-w-0 grow bg-transparent outline-none"
              value={text}
              onInput={(event) => type(event.currentTarget.value)}
            />
          </div>
        ) : null}
        <SkeletonRows rows={4} label={t('common:loading')} />
      </div>
    </dialog>
  );
}
