import { useI18n } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';

type RecognitionEvent = { resultIndex: number; results: ArrayLike<ArrayLike<{ transcript: string }>> };
type Recognition = {
  lang: string;
  continuous: boolean;
  onresult: (event: RecognitionEvent) => void;
  onend: () => void;
  start(): void;
  abort(): void;
};

const LANGUAGES = { pt: 'pt-BR', en: 'en-US', es: 'es' };

function recognizer(): (new () => Recognition) | undefined {
  const known = window as unknown as Record<string, new () => Recognition>;
  return known.SpeechRecognition ?? known.webkitSpeechRecognition;
}

export function Dictation({ text, write }: { text: string; write: (text: string) => void }) {
  const { t, locale } = useI18n();
  const [isOn, setOn] = useState(false);
  const latest = useRef({ text, write });
  latest.current = { text, write };
  const Recognizer = recognizer();

  // biome-ignore lint/correctness/useExhaustiveDependencies: from one press to the next
  useEffect(() => {
    if (!isOn || !Recognizer) return;
    const made = new Recognizer();
    made.lang = LANGUAGES[locale];
    made.continuous = true;
    made.onresult = ({ resultIndex, results }) => {
      const transcript = results[resultIndex]?.[0]?.transcript.trim() ?? '';
      const before = latest.current.text.trimEnd();
      if (transcript) latest.current.write(before ? `${before} ${transcript}` : transcript);
    };
    made.onend = () => setOn(false);
    made.start();
    return () => {
      made.onend = () => undefined;
      made.abort();
    };
  }, [isOn]);

  if (!Recognizer) return null;
  return (
    <IconButton
      icon="audio-lines"
      label={t('messages:dictate')}
      title={t('messages:dictateHint')}
      aria-pressed={isOn}
      className={isOn ? 'text-error!' : ''}
      onClick={() => setOn(!isOn)}
    />
  );
}
