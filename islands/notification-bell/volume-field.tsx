import { useT } from '@views/i18n.tsx';
import { useState } from 'react';
import { playSound, volume } from '../page/sound.ts';

export function VolumeField() {
  const t = useT();
  const [value, setValue] = useState(() => String(volume()));
  const change = (next: string) => {
    setValue(next);
    localStorage.setItem('volume', next);
    const sliders = document.querySelectorAll<HTMLInputElement>('[data-field="volume"] input');
    for (const slider of sliders) slider.value = next;
  };
  return (
    <label className="mb-3 flex items-center gap-4 text-sm">
      {t('common:volume')}
      <input
        type="range"
        min="0"
        max="1"
        step="0.1"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        onPointerUp={() => playSound()}
        onKeyUp={() => playSound()}
        className="range range-primary range-sm min-w-0 grow"
      />
    </label>
  );
}
