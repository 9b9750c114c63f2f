import { useI18n } from '@views/i18n.tsx';
import { formatMoment } from '@views/parts/messages/dates.ts';
import { plainSnippet } from '@views/parts/messages/whatsapp-format.ts';
import { IconButton } from '@views/ui/button.tsx';
import { SearchField } from '@views/ui/fields/search-field.tsx';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MessageHit } from '@/modules/messages/messages.views.ts';
import { isComposing } from '../../keys/composing.ts';
import { Marked } from '../message/marked.tsx';
import { SEARCH_PANEL } from './opening-search.tsx';
import { useHits } from './use-hits.ts';

type Props = {
  ticketId: number;
  start: string;
  onJump: (id: string) => void;
  onClose: () => void;
};

export function ConversationSearch({ ticketId, start, onJump, onClose }: Props) {
  const { t } = useI18n();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(start);
  const [at, setAt] = useState(-1);
  const [isListed, setListed] = useState(true);
  const { hits, hasMore, isLoaded, loadMore } = useHits(ticketId, text.trim());

  useLayoutEffect(() => field.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another search
  useEffect(() => setAt(-1), [text]);
  const go = async (to: number) => {
    const known = to < hits.length ? hits : await loadMore();
    const hit = known[to];
    if (!hit) return;
    setAt(to);
    onJump(hit.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key !== 'Enter' || event.target !== field.current) return;
    event.preventDefault();
    void go(event.shiftKey ? at - 1 : at + 1);
  };
  return (
    <search
      data-search-panel=""
      aria-label={t('messages:search.label')}
      onKeyDown={onKeyDown}
      className={SEARCH_PANEL}
    >
      <div className="flex items-center gap-1 p-2">
        <SearchField
          ref={field}
          maxLength={200}
          label={t('messages:search.label')}
          value={text}
          className="min-w-0 grow"
          onFocus={() => setListed(true)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <span role="status" className="shrink-0 px-1 text-muted text-xs tabular-nums">
          {isLoaded ? countText() : ''}
        </span>
        <IconButton
          icon="chevron-up"
          label={t('messages:search.older')}
          disabled={at + 1 >= hits.length && !hasMore}
          onClick={() => void go(at + 1)}
        />
        <IconButton
          icon="chevron-down"
          label={t('messages:search.newer')}
          disabled={at <= 0}
          onClick={() => void go(at - 1)}
        />
        <IconButton icon="x" label={t('messages:search.close')} onClick={onClose} />
      </div>
      {isListed && hits.length > 0 ? (
        <ol
          aria-label={t('messages:search.hits')}
          className="max-h-[min(15rem,35dvh)] overflow-y-auto border-base-300 border-t lg:max-h-none"
        >
          {hits.map((hit, index) => (
            <li key={hit.id}>
              <HitButton
                hit={hit}
                isCurrent={index === at}
                onClick={() => {
                  if (matchMedia('(width < 64rem)').matches) setListed(false);
                  void go(index);
                }}
              />
            </li>
          ))}
          {hasMore ? (
            <li className="p-2 text-center">
              <button type="button" className="btn btn-ghost btn-sm" onClick={() => void loadMore()}>
                {t('messages:search.more')}
              </button>
            </li>
          ) : null}
        </ol>
      ) : null}
    </search>
  );

  function countText(): string {
    if (hits.length === 0) return t('messages:search.none');
    const total = `${hits.length}${hasMore ? '+' : ''}`;
    return at < 0 ? total : t('messages:search.place', { at: at + 1, total });
  }
}

type HitProps = { hit: MessageHit; isCurrent: boolean; onClick: () => void };

function HitButton({ hit, isCurrent, onClick }: HitProps) {
  const i18n = useI18n();
  return (
    <button
      type="button"
      data-hit={hit.id}
      aria-current={isCurrent}
      onClick={onClick}
      className="flex min-h-11 w-full flex-col justify-center px-3 py-1.5 text-left hover:bg-base-content/6 focus-visible:-outline-offset-2 aria-[current=true]:bg-base-content/10"
    >
      <span className="text-muted text-xs">
        {hit.fromMe ? `${i18n.t('messages:you')} · ` : ''}
        {formatMoment(hit.createdAt, i18n)}
      </span>
      <span dir="auto" className="line-clamp-3 break-words text-sm [overflow-wrap:anywhere]">
        <Marked text={plainSnippet(hit.body)} />
      </span>
    </button>
  );
}
