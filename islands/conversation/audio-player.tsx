import { useT } from '@views/i18n.tsx';
import { duration } from '@views/parts/messages/dates.ts';
import { IconButton } from '@views/ui/button.tsx';
import { useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { useExtras } from '../desk/use-extras.ts';

export type VoicePlayerProps = {
  message: MessageView;
  url: string;
  isWanted: boolean;
};

export function AudioPlayer(props: Omit<VoicePlayerProps, 'isWanted'>) {
  const t = useT();
  const extras = useExtras(true);
  const [isWanted, setWanted] = useState(false);
  if (extras) return <extras.VoicePlayer {...props} isWanted={isWanted} />;
  return (
    <div className="flex w-72 max-w-full items-center gap-1" data-audio={props.message.id}>
      <IconButton icon="play" label={t('messages:play')} onClick={() => setWanted(true)} />
      <span className="h-1 min-w-0 grow rounded-full bg-base-content/15" />
      <span className="w-9 text-right text-muted text-xs tabular-nums">
        {props.message.mediaSeconds ? duration(props.message.mediaSeconds) : ''}
      </span>
      <span className="w-10" />
    </div>
  );
}
