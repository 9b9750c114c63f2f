import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { useEffect, useRef, useState } from 'react';
import type { AssistantAnswer } from '@/modules/assistant/assistant.views.ts';
import { copyText } from '../conversation/actions/copy-text.ts';
import { api } from '../http/api.ts';
import { errorText } from '../http/error-text.ts';
import { showToast } from '../page/toast.ts';
import type { Request } from './request.ts';
import { taskName } from './task-name.ts';

type Props = { request: Request; onUse: (text: string) => void; onClose: () => void };
type Answered = { text?: string; error?: unknown };

const SLOW_MS = 300;

export function Preview({ request, onUse, onClose }: Props) {
  const t = useT();
  const card = useRef<HTMLElement>(null);
  const [round, setRound] = useState(0);
  const { text, error, isSlow } = useAnswer(request, round);
  const isWaiting = text === undefined && error === undefined;
  const { task } = request.task;
  const isToSend = task !== 'summary' && task !== 'translation';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a ref never changes
  useEffect(() => card.current?.focus(), [request]);
  useEffect(() => {
    if (!isWaiting && card.current?.contains(document.activeElement))
      card.current.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [isWaiting]);
  const copy = async () => {
    const isDone = await copyText(text ?? '');
    showToast({
      level: isDone ? 'success' : 'error',
      text: t(isDone ? 'messages:copied' : 'messages:copyFailed'),
    });
  };

  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('assistant:open')}
      aria-busy={isWaiting}
      data-assistant-card={task}
      className="m-2 rounded-box border border-base-300 bg-base-100 p-3 text-sm"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <h2 className="flex items-center gap-2 font-medium">
        <Icon name="sparkles" size={16} className="text-primary" />
        {t(`assistant:task.${taskName(request.task)}`)}
      </h2>
      <div aria-live="polite" className="py-2">
        {isWaiting && isSlow ? (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> {t('assistant:waiting')}
          </p>
        ) : null}
        {error === undefined ? null : <p className="text-error">{errorText(t, error)}</p>}
        {text === undefined ? null : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long words are scrolled by keys
          <p dir="auto" tabIndex={0} className="wrap-anywhere max-h-64 overflow-y-auto whitespace-pre-wrap">
            {text}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isWaiting ? (
          <Button size="sm" onClick={onClose}>
            {t('assistant:giveUp')}
          </Button>
        ) : (
          <>
            {text === undefined ? null : isToSend ? (
              <Button size="sm" variant="primary" icon="check" data-first="" onClick={() => onUse(text)}>
                {t('assistant:use')}
              </Button>
            ) : (
              <Button size="sm" variant="primary" icon="copy" data-first="" onClick={() => void copy()}>
                {t('assistant:copy')}
              </Button>
            )}
            <Button
              size="sm"
              icon="refresh-cw"
              data-first={error === undefined ? undefined : ''}
              onClick={() => {
                card.current?.focus();
                setRound(round + 1);
              }}
            >
              {t('assistant:again')}
            </Button>
            <Button size="sm" onClick={onClose}>
              {t(isToSend ? 'assistant:discard' : 'assistant:close')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Requested again for each request and round; an outdated request is also aborted at the provider. */
function useAnswer(request: Request, round: number): Answered & { isSlow: boolean } {
  const [answered, setAnswered] = useState<Answered>({});
  const [isSlow, setSlow] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is the same wish once more
  useEffect(() => {
    const stop = new AbortController();
    const wait = setTimeout(() => setSlow(true), SLOW_MS);
    setAnswered({});
    setSlow(false);
    api
      .post<AssistantAnswer>(`/tickets/${request.ticketId}/assistant`, request.task, { signal: stop.signal })
      .then(
        ({ text }) => setAnswered({ text }),
        (error: unknown) => stop.signal.aborted || setAnswered({ error }),
      );
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [request, round]);
  return { ...answered, isSlow };
}
