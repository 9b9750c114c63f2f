import type { ButtonStyle } from '@/modules/click-to-chat/click-to-chat.schema.ts';
import { useT } from '../../i18n.tsx';
import { safeColor, textOn } from '../../ui/contrast.ts';

export function ButtonPreview({ label, color, side }: ButtonStyle) {
  const t = useT();
  const background = safeColor(color);
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="field-label">{t('clickToChat:preview')}</figcaption>
      <div
        className={`flex h-28 items-end rounded-box border border-base-300 bg-base-200 p-4 ${side === 'left' ? 'justify-start' : 'justify-end'}`}
      >
        <span
          className="max-w-full truncate rounded-full px-5 py-3 font-semibold shadow-md"
          style={{ backgroundColor: background, color: textOn(background) }}
        >
          {label.trim() || 'WhatsApp'}
        </span>
      </div>
    </figure>
  );
}
