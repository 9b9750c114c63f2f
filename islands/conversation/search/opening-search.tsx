import { useT } from '@views/i18n.tsx';
import { SearchField } from '@views/ui/fields/search-field.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { useLayoutEffect, useRef } from 'react';
import { isComposing } from '../../keys/composing.ts';

export const SEARCH_PANEL =
  'absolute inset-x-0 top-0 z-20 flex flex-col border-base-300 border-b bg-base-100 shadow-md lg:bottom-0 lg:left-auto lg:w-88 lg:border-b-0 lg:border-l lg:shadow-none';

type Props = { onType: (text: string) => void; onClose: () => void };

export function OpeningSearch({ onType, onClose }: Props) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <div data-opening="" className={SEARCH_PANEL}>
      <p className="flex items-center gap-3 p-2">
        <SearchField
          ref={field}
          maxLength={200}
          label={t('messages:search.label')}
          className="min-w-0 grow"
          onInput={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onClose();
          }}
        />
        <Spinner label={t('common:loading')} />
      </p>
    </div>
  );
}
