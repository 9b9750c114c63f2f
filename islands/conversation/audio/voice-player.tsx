import { useT } from '@views/i18n.tsx';
import { duration } from '@views/parts/messages/dates.ts';
import { IconButton } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { volume } from '../../page/sound.ts';
import { createStore, useStore } from '../../workspace/store.ts';
import { Transcript } from '../message/transcript.tsx';
import type { VoicePlayerProps } from './audio-player.tsx';
import { BARS, barsIn, type Sound, soundOf } from './waveform.ts';

const SPEEDS = [1, 1.5, 2] as const;
const speed = createStore<number>(1);

function allPlayers(): HTMLAudioElement[] {
  return [...document.querySelectorAll<HTMLAudioElement>('audio[data-player]')];
}

export function VoicePlayer(props: VoicePlayerProps) {
  return (
    <>
      <Player {...props} />
      <Transcript message={props.message} />
    </>
  );
}

function Player({ message, url, isWanted }: VoicePlayerProps) {
  const { id } = message;
  const t = useT();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [measured, setMeasured] = useState<number>();
  const rate = useStore(speed, 1);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate;
  }, [rate]);

  const sound = useSound(audio, message, url);
  const length = measured ?? sound?.seconds ?? 0;
  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    if (!player.paused) return player.pause();
    player.volume = volume();
    player.playbackRate = rate;
    player.play().catch(() => setPlaying(false));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it takes the place of its picture
  useEffect(() => {
    if (isWanted) toggle();
  }, []);
  const started = () => {
    setPlaying(true);
    for (const other of allPlayers()) if (other !== audio.current) other.pause();
  };
  const ended = () => {
    setPlaying(false);
    setAt(0);
    const players = allPlayers();
    const next = players[audio.current ? players.indexOf(audio.current) + 1 : players.length];
    next?.play().catch(() => undefined);
  };

  return (
    <div className="voice" data-audio={id}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions for voice notes */}
      <audio
        ref={audio}
        data-player=""
        src={url}
        preload={url.startsWith('blob:') ? 'metadata' : 'none'}
        onPlay={started}
        onPause={() => setPlaying(false)}
        onEnded={ended}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          // A recording without an index reports Infinity.
          if (Number.isFinite(event.currentTarget.duration)) setMeasured(event.currentTarget.duration);
        }}
      />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={t(isPlaying ? 'messages:pause' : 'messages:play')}
        onClick={toggle}
      />
      <span className="relative flex h-9 min-w-0 grow items-center rounded-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1">
        <Bars bars={sound?.bars} share={length > 0 ? at / length : 0} />
        <input
          type="range"
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, Math.max(length, 0.1))}
          aria-label={t('messages:seek')}
          aria-valuetext={duration(at)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={(event) => {
            const to = Number(event.currentTarget.value);
            setAt(to);
            if (audio.current) audio.current.currentTime = to;
          }}
        />
      </span>
      <span className="voice-time">{length || at ? duration(isPlaying || at > 0 ? at : length) : ''}</span>
      <button
        type="button"
        className="btn btn-ghost btn-xs w-10 tabular-nums"
        aria-label={t('messages:speed', { rate: String(rate) })}
        onClick={() => speed.set(SPEEDS[(SPEEDS.indexOf(rate as 1) + 1) % SPEEDS.length] ?? 1)}
      >
        {rate}×
      </button>
    </div>
  );
}

const HEIGHT = 24;
const STEP = 4;
const FLAT = 0.08;

function Bars({ bars, share }: { bars: number[] | undefined; share: number }) {
  const path = (bars ?? Array.from({ length: BARS }, () => 0))
    .map((loudness, at) => {
      const size = Math.max(FLAT, loudness) * (HEIGHT - 3);
      return `M${at * STEP + 2} ${((HEIGHT - size) / 2).toFixed(1)}v${size.toFixed(1)}`;
    })
    .join('');
  const width = BARS * STEP;
  const box = {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    width: '100%',
    height: HEIGHT,
  };
  return (
    <span data-waveform={bars ? 'real' : 'flat'} className="relative block w-full">
      <svg {...box} aria-hidden="true" className="block stroke-base-content/35">
        <path d={path} strokeWidth={2.4} strokeLinecap="round" />
      </svg>
      <svg
        {...box}
        aria-hidden="true"
        className="absolute inset-0 stroke-info"
        style={{ clipPath: `inset(0 ${(100 - Math.min(1, share) * 100).toFixed(1)}% 0 0)` }}
      >
        <path d={path} strokeWidth={2.4} strokeLinecap="round" />
      </svg>
    </span>
  );
}

function useSound(
  audio: { current: HTMLAudioElement | null },
  { id, mediaSeconds, mediaWaveform }: MessageView,
  url: string,
): Partial<Sound> | undefined {
  const [sound, setSound] = useState<Partial<Sound> | undefined>(() => ({
    seconds: mediaSeconds ?? undefined,
    bars: mediaWaveform ? barsIn(mediaWaveform) : undefined,
  }));
  const isKnown = Boolean(mediaSeconds && mediaWaveform);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a ref never changes
  useEffect(() => {
    const element = audio.current?.parentElement;
    // Our content security policy forbids fetching blob: addresses.
    if (!element || isKnown || url.startsWith('blob:')) return;
    let isGone = false;
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      void soundOf(id, url).then((found) => {
        if (!isGone && found) setSound(found);
      });
    });
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [id, url, isKnown]);
  return sound;
}
