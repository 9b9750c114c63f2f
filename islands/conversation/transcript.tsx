import { useT } from '@views/i18n.tsx';
import { useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';

const SHORT = 120;

/** What a voice note says, below its player. */
export function Transcript({ message: { id, transcript } }: { message: MessageView }) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  if (!transcript) return null;
  const isLong = transcript.length > SHORT;
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
        {transcript}
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
