import {
  InternalChat,
  type InternalChatProps,
} from '../../../islands/office/internal-chat/internal-chat.tsx';
import { Island } from '../../island.tsx';

export function ChatsPage(props: InternalChatProps) {
  return (
    <Island
      of={InternalChat}
      name="internal-chat"
      namespaces={['internalChat', 'messages', 'tickets', 'common']}
      className="h-full min-h-0"
      props={props}
    />
  );
}
