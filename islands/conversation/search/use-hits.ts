import { useT } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';
import type { MessageHit } from '@/modules/messages/messages.views.ts';
import { api } from '../../http/api.ts';
import { showError } from '../../workspace/workspace-api.ts';

type Page = { hits: MessageHit[]; hasMore: boolean };

const DELAY_MS = 500;
const NOTHING: Page = { hits: [], hasMore: false };

function find(ticketId: number, q: string, before?: string, signal?: AbortSignal): Promise<Page> {
  return api.get(`/messages/${ticketId}/search`, { query: { q, before }, signal });
}

export function useHits(ticketId: number, query: string) {
  const t = useT();
  const [page, setPage] = useState(NOTHING);
  const [shown, setShown] = useState('');
  const latest = useRef(page);
  latest.current = page;
  const isLoading = useRef(false);

  useEffect(() => {
    if (query === '') {
      setPage(NOTHING);
      setShown('');
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      find(ticketId, query, undefined, stop.signal).then(
        (found) => {
          setPage(found);
          setShown(query);
        },
        (error: unknown) => showError(error, t),
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [ticketId, query, t]);

  const loadMore = async (): Promise<MessageHit[]> => {
    const { hits, hasMore } = latest.current;
    if (!hasMore || isLoading.current) return hits;
    isLoading.current = true;
    const more = await find(ticketId, shown, hits.at(-1)?.id).catch((error: unknown) => showError(error, t));
    isLoading.current = false;
    if (!more) return hits;
    if (latest.current.hits !== hits) return latest.current.hits;
    const next = { hits: [...hits, ...more.hits], hasMore: more.hasMore };
    setPage(next);
    return next.hits;
  };
  return { ...page, isLoaded: query !== '' && shown === query, loadMore };
}
