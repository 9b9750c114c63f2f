import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { canTranscribe } from '../../assistant/request.ts';
import { api } from '../../http/api.ts';
import { showError } from '../../workspace/workspace-api.ts';

const SHORT = 120;
const STORED = /^\d+$/;

export function Transcript({ message: { id, transcript } }: { message: MessageView }) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const [incoming, setTranscript] = useState<string>();
  const text = transcript ?? incoming;
  if (!text) return STORED.test(id) && canTranscribe() ? <Ask id={id} onTranscript={setTranscript} /> : null;
  const isLong = text.length > SHORT;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of words, not of fields
    <div
      role="group"
      aria-label={t('messages:transcript')}
      data-transcript={id}
      className="w-72 max-w-full text-sm"
    >
      <p
        id={`transcript-${id}`}
        dir="auto"
        className={`wrap-anywhere whitespace-pre-wrap text-muted ${isLong && !isWhole ? 'line-clamp-2' : ''}`}
      >
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          className="btn btn-ghost btn-xs"
          aria-expanded={isWhole}
          aria-controls={`transcript-${id}`}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'messages:transcriptLess' : 'messages:transcriptMore')}
        </button>
      ) : null}
    </div>
  );
}

function Ask({ id, onTranscript }: { id: string; onTranscript: (text: string) => void }) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const ask = async () => {
    if (isBusy) return stop.current?.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    setBusy(true);
    try {
      const { transcript } = await api.post<MessageView>(`/messages/${id}/transcript`, undefined, { signal });
      if (transcript) onTranscript(transcript);
    } catch (error) {
      showError(error, t);
    }
    setBusy(false);
  };
  return (
    <Button size="sm" variant="ghost" icon="file-text" aria-busy={isBusy} onClick={() => void ask()}>
      {isBusy ? `${t('assistant:transcribing')} ${t('assistant:giveUp')}` : t('assistant:transcribe')}
    </Button>
  );
}
