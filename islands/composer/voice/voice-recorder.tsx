import { type Translate, useT } from '@views/i18n.tsx';
import { duration } from '@views/parts/messages/dates.ts';
import { Button, IconButton } from '@views/ui/button.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MIN_VOICE_BYTES } from '@/modules/messages/message-limits.schema.ts';
import { blobAddress } from '../../conversation/message/local-message.ts';
import { showToast } from '../../page/toast.ts';
import { putEntry, recordings } from '../../workspace/drafts.ts';
import { reportTyping } from '../../workspace/presence.ts';
import { backToField } from '../text/use-field-focus.ts';
import { fetchEncoder, toMp3, type Voice } from './mp3.ts';

type Phase =
  | { name: 'starting' | 'recording' | 'encoding' }
  | { name: 'ready'; recording: Blob; voice?: Voice };
type Props = { ticketId: number; onSend: (voice: Voice) => void; onClose: () => void };

/** The duration of MIN_VOICE_BYTES at 128 kbit/s. */
const MIN_VOICE_MS = 625;
const TICK_MS = 250;

/** For the next opening of its ticket. */
function setAside(ticketId: number, recording: Blob, t: Translate): void {
  putEntry(recordings, ticketId, recording);
  showToast({ level: 'warning', text: t('messages:voiceSetAside') });
}

export function VoiceRecorder({ ticketId, onSend, onClose }: Props) {
  const t = useT();
  const [phase, setPhase] = useState<Phase>({ name: 'starting' });
  const [seconds, setSeconds] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const recorder = useRef<MediaRecorder | undefined>(undefined);
  const after = useRef<'listen' | 'send'>('listen');
  const made = useRef<Blob | undefined>(undefined);
  const isOver = useRef(false);
  const close = () => {
    isOver.current = true;
    onClose();
  };
  const send = (voice: Voice) => {
    isOver.current = true;
    onSend(voice);
  };
  const latest = useRef({ send, close });
  latest.current = { send, close };
  const warn = (key: string) => {
    showToast({ level: 'error', text: t(key) });
    latest.current.close();
  };
  const encode = async (recording: Blob) => {
    made.current = recording;
    setPhase({ name: 'encoding' });
    const voice = await toMp3(recording).catch(() => undefined);
    if (!root.current) return;
    if (!voice) showToast({ level: 'error', text: t('messages:voiceFailed') });
    else if (voice.blob.size < MIN_VOICE_BYTES) return warn('messages:voiceTooShort');
    else if (after.current === 'send') return latest.current.send(voice);
    setPhase({ name: 'ready', recording, voice });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one recording for the life of this recorder
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let since = 0;
    const stopped = (parts: Blob[], type: string) => {
      clearInterval(timer);
      reportTyping(ticketId, 'paused');
      for (const track of stream?.getTracks() ?? []) track.stop();
      if (isOver.current) return;
      // A shorter recording may hold no sound, and no browser can decode that.
      const isShort = performance.now() - since < MIN_VOICE_MS;
      const recording = new Blob(parts, { type });
      if (isGone && !isShort) setAside(ticketId, recording, t);
      if (isGone) return;
      if (isShort) return warn('messages:voiceTooShort');
      void encode(recording);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: { channelCount: 1, echoCancellation: true },
      });
      if (isGone) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      const media = new MediaRecorder(stream);
      const parts: Blob[] = [];
      media.ondataavailable = (event) => parts.push(event.data);
      media.onstop = () => stopped(parts, media.mimeType);
      recorder.current = media;
      media.start();
      since = performance.now();
      timer = setInterval(() => {
        setSeconds((performance.now() - since) / 1000);
        reportTyping(ticketId, 'recording');
      }, TICK_MS);
      setPhase({ name: 'recording' });
    };
    fetchEncoder().catch(() => undefined);
    const former = recordings.get().get(ticketId);
    putEntry(recordings, ticketId, undefined);
    made.current = former;
    if (former) setPhase({ name: 'ready', recording: former });
    // `mediaDevices` is missing on plain http.
    else
      start().catch(() => {
        if (!isGone) warn('messages:microphoneFailed');
      });
    const warnOfLoss = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warnOfLoss);
    const field = root.current?.closest('form')?.querySelector('textarea');
    return () => {
      isGone = true;
      if (made.current && !isOver.current) setAside(ticketId, made.current, t);
      // The row with the field is hidden until then.
      requestAnimationFrame(() => document.activeElement === document.body && backToField(field));
      removeEventListener('beforeunload', warnOfLoss);
      clearInterval(timer);
      if (recorder.current?.state === 'recording') recorder.current.stop();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each phase other buttons are there
  useEffect(() => {
    const { activeElement } = document;
    const composer = root.current?.closest('form') ?? root.current;
    if (activeElement !== document.body && !composer?.contains(activeElement)) return;
    const main = root.current?.querySelector<HTMLElement>('[data-main]:not(:disabled)');
    // A space that is typed after the ticket was opened again sends nothing.
    const isSetAside = made.current && !recorder.current && !isAsking;
    (isSetAside ? root.current : (main ?? root.current))?.focus();
  }, [phase.name, isAsking]);

  const end = (then: 'listen' | 'send') => {
    after.current = then;
    recorder.current?.stop();
  };
  const finish = () => {
    if (phase.name !== 'ready') return end('send');
    if (phase.voice) return send(phase.voice);
    after.current = 'send';
    void encode(phase.recording);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (phase.name === 'starting') return close();
    if (phase.name === 'recording') end('listen');
    setAsking(!isAsking);
  };
  const frame = {
    ref: root,
    'data-recorder': '',
    role: 'group',
    tabIndex: -1,
    'aria-label': t('messages:record'),
    className: 'flex h-14 items-center gap-2 px-2',
    onKeyDown,
  };
  if (isAsking)
    return (
      <div {...frame}>
        <p role="alert" className="min-w-0 grow">
          {t('messages:voiceDiscard')}
        </p>
        <Button variant="danger" onClick={close}>
          {t('messages:discard')}
        </Button>
        <Button data-main="" onClick={() => setAsking(false)}>
          {t('messages:voiceContinue')}
        </Button>
      </div>
    );
  return (
    <div {...frame}>
      <span role="status" className="sr-only">
        {phase.name === 'recording' ? t('tickets:presence.recording') : ''}
      </span>
      <IconButton icon="trash" label={t('messages:voiceCancel')} onClick={close} />
      {phase.name === 'ready' ? (
        // biome-ignore lint/a11y/useMediaCaption: one's own words
        <audio
          src={blobAddress(phase.voice?.blob ?? phase.recording)}
          controls
          className="h-10 min-w-0 grow"
        />
      ) : (
        <span className="flex min-w-0 grow items-center gap-2 tabular-nums">
          {phase.name === 'recording' ? (
            <span className="size-3 animate-pulse rounded-full bg-error" />
          ) : (
            <Spinner label={t('common:loading')} />
          )}
          <span role="timer" aria-label={t('messages:recordingTime')}>
            {duration(Math.floor(seconds))}
          </span>
        </span>
      )}
      {phase.name === 'recording' ? (
        <IconButton icon="square" label={t('messages:voiceStop')} onClick={() => end('listen')} />
      ) : null}
      <IconButton
        icon="send"
        variant="primary"
        data-main=""
        label={t('messages:send')}
        disabled={phase.name !== 'recording' && phase.name !== 'ready'}
        onClick={finish}
      />
    </div>
  );
}
