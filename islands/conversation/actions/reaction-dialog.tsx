import { useI18n } from '@views/i18n.tsx';
import { Dialog } from '@views/ui/dialog.tsx';
import { useEffect, useRef } from 'react';
import { useIslandDialog } from '../../keys/use-island-dialog.ts';
import { useLoaded } from '../../page/use-loaded.ts';

type Props = { onPick: (emoji: string) => void; onClose: () => void };

const ID = 'pick-reaction';
const loadPicker = () => import('../../composer/emoji/emoji-picker.ts');

export function ReactionDialog({ onPick, onClose }: Props) {
  const { t, locale } = useI18n();
  const anchor = useRef<HTMLDivElement>(null);
  useIslandDialog(ID, onClose);
  const close = () => (document.getElementById(ID) as HTMLDialogElement | null)?.close();
  const loaded = useLoaded(true, loadPicker, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one picker for the life of this window
  useEffect(() => {
    const choose = (emoji: string) => {
      onPick(emoji);
      close();
    };
    void loaded?.createPicker(locale, choose).then((picker) => {
      picker.style.width = '100%';
      if (matchMedia('(width < 600px)').matches) {
        picker.style.setProperty('--num-columns', '6');
        picker.style.setProperty('--emoji-padding', '0.3rem');
      }
      anchor.current?.replaceChildren(picker);
      picker.focus();
    });
  }, [loaded]);
  return (
    <Dialog id={ID} size="sm" title={t('messages:menu.react')}>
      <div ref={anchor} data-emoji="" className="min-h-100" />
    </Dialog>
  );
}
