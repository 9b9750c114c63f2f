import type { Translate } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';
import type { QueueOptionView } from '@/modules/queues/options/queue-options.views.ts';
import { api } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { afterGaps, live } from '../../live/live.ts';
import { showToast } from '../../page/toast.ts';

export type OptionText = { title: string; message: string };

export function useOptions(queueId: number, initial: QueueOptionView[], t: Translate) {
  const [options, setOptions] = useState(initial);
  const waiting = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const asked = useRef(0);
  const shown = useRef(0);
  const reload = async () => {
    asked.current += 1;
    const mine = asked.current;
    const found = await api.get<QueueOptionView[]>('/queue-options', { query: { queueId } });
    if (mine < shown.current) return;
    shown.current = mine;
    setOptions(found);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue of a page never changes
  useEffect(() => {
    const tryReload = () => void reload().catch(() => undefined);
    const stops = [
      live.on('queueOptions', (data) => {
        if ((data as { queueId: number }).queueId === queueId) tryReload();
      }),
      afterGaps(tryReload),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  /** In the order of the calls. Returns the reason of a refusal, else null. The form keeps its text, so that nothing typed is lost. */
  const attempt = async (work: () => Promise<unknown>): Promise<string | null> => {
    waiting.current += 1;
    const done = last.current.then(work);
    last.current = done.catch(() => undefined);
    const reason = await done.then(
      () => null,
      (error) => errorText(t, error),
    );
    waiting.current -= 1;
    if (waiting.current === 0) await reload().catch(() => undefined);
    return reason;
  };
  const attemptAloud = async (work: () => Promise<unknown>): Promise<boolean> => {
    const reason = await attempt(work);
    if (reason !== null) showToast({ level: 'error', text: reason });
    return reason === null;
  };
  const path = (id: number) => `/queue-options/${id}`;

  return {
    options,
    add: (title: string, parentId: number | null) =>
      attemptAloud(() => api.post('/queue-options', { queueId, parentId: parentId ?? -1, title })),
    save: (id: number, text: OptionText) => attempt(() => api.put(path(id), text)),
    move: (id: number, beforeId: number | null) =>
      attemptAloud(() => api.put(`${path(id)}/place`, { beforeId })),
    remove: (id: number) => attemptAloud(() => api.delete(path(id))),
    upload: (id: number, file: File) => {
      const body = new FormData();
      body.set('file', file);
      return attemptAloud(() => api.post(`${path(id)}/media-upload`, body));
    },
    removeFile: (id: number) => attemptAloud(() => api.delete(`${path(id)}/media-upload`)),
  };
}
export type Options = ReturnType<typeof useOptions>;
