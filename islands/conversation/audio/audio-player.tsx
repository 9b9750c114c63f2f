import { useT } from '@views/i18n.tsx';
import { duration } from '@views/parts/messages/dates.ts';
import { IconButton } from '@views/ui/button.tsx';
import { useState } from 'react';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { useExtras } from '../../workspace/use-extras.ts';

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
    <div className="voice" data-audio={props.message.id}>
      <IconButton icon="play" label={t('messages:play')} onClick={() => setWanted(true)} />
      <span className="voice-line" />
      <span className="voice-time">
        {props.message.mediaSeconds ? duration(props.message.mediaSeconds) : ''}
      </span>
      <span className="w-10" />
    </div>
  );
}
