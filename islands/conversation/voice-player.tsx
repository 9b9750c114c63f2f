import { useT } from '@views/i18n.tsx';
import { duration } from '@views/parts/messages/dates.ts';
import { IconButton } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { createStore, useStore } from '../desk/store.ts';

const SPEEDS = [1, 1.5, 2] as const;
/** One speed for all voice notes: who listens fast listens fast to the next one too. */
const speed = createStore<number>(1);

function allPlayers(): HTMLAudioElement[] {
  return [...document.querySelectorAll<HTMLAudioElement>('audio[data-player]')];
}

/** The volume of the top bar's slider. */
function storedVolume(): number {
  const volume = Number(localStorage.getItem('volume') ?? '1');
  return volume >= 0 && volume <= 1 ? volume : 1;
}

type Props = {
  id: string;
  url: string /** Length as the sender tells it; the file knows better. */;
  seconds: number | null;
};

/** A voice note: seek, three speeds, and the next one plays on when it ends. */
export function AudioPlayer({ id, url, seconds }: Props) {
  const t = useT();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(seconds ?? 0);
  const rate = useStore(speed, 1);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate;
  }, [rate]);

  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    if (!player.paused) return player.pause();
    player.volume = storedVolume();
    player.playbackRate = rate;
    // Refused only when the page has gone, or the file cannot be played: the controls stay as they are.
    player.play().catch(() => setPlaying(false));
  };
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
    <div className="flex w-72 max-w-full items-center gap-1" data-audio={id}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions for voice notes */}
      <audio
        ref={audio}
        data-player=""
        src={url}
        preload="none"
        onPlay={started}
        onPause={() => setPlaying(false)}
        onEnded={ended}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          // A recording without an index says Infinity.
          if (Number.isFinite(event.currentTarget.duration)) setLength(event.currentTarget.duration);
        }}
      />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={t(isPlaying ? 'messages:pause' : 'messages:play')}
        onClick={toggle}
      />
      <input
        type="range"
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={Math.min(at, Math.max(length, 0.1))}
        aria-label={t('messages:seek')}
        aria-valuetext={duration(at)}
        className="range range-primary range-xs min-w-0 grow"
        onChange={(event) => {
          const to = Number(event.currentTarget.value);
          setAt(to);
          if (audio.current) audio.current.currentTime = to;
        }}
      />
      <span className="w-9 text-right text-muted text-xs tabular-nums">
        {duration(isPlaying || at > 0 ? at : length)}
      </span>
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
