import { useI18n } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';
import type { ChatMentions } from '@/modules/internal-chat/internal-chat.views.ts';
import { concerns, type NotificationReader } from '@/modules/notifications/notifications.schema.ts';
import type { NotificationList } from '@/modules/notifications/notifications.views.ts';
import { PREFERENCES, type Preferences } from '@/modules/notifications/preferences.schema.ts';
import { api } from '../http/api.ts';
import { afterGaps, live } from '../live/live.ts';
import type { LiveMessage, LiveTicket } from '../workspace/workspace-api.ts';
import { announce, announceMention, withdraw } from './announce.ts';
import {
  type BellState,
  type LiveChat,
  loadBell,
  mentionIn,
  NOTHING_NEW,
  onChat,
  onTicket,
} from './bell-state.ts';
import { permission } from './push-browser.ts';

type Change = (state: BellState) => BellState;

const RELOAD_MS = 1000;
const NO_MENTIONS: ChatMentions = { mentions: [] };

export function useNotifications(reader: NotificationReader) {
  const { t } = useI18n();
  const [state, setState] = useState<BellState | undefined>();
  const [hasFailed, setFailed] = useState(false);
  const [preferences, setPreferences] = useState<Preferences>(PREFERENCES);
  const wanted = useRef(preferences);
  wanted.current = preferences;

  // biome-ignore lint/correctness/useExhaustiveDependencies: reader and language of a page never change
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Events during a load may be newer than the list. */
    let arrived: Change[] = [];
    let loads = 0;
    const change = (apply: Change) => {
      if (loads > 0) arrived.push(apply);
      setState((former = NOTHING_NEW) => apply(former));
    };
    const load = () => {
      loads += 1;
      return Promise.all([
        api.get<NotificationList>('/notifications'),
        api.get<ChatMentions>('/chats/mentions').catch(() => NO_MENTIONS),
      ])
        .then(
          ([list, mentions]) => {
            setState(arrived.reduce((state, apply) => apply(state), loadBell(list, mentions)));
            setFailed(false);
          },
          () => setFailed(true),
        )
        .finally(() => {
          loads -= 1;
          if (loads === 0) arrived = [];
        });
    };
    const onTicketEvent = (event: LiveTicket) => {
      if (event.action === 'update') void withdraw(event.ticket).catch(() => undefined);
      change((former) => {
        if (former.more > 0 && !timer) {
          timer = setTimeout(() => {
            timer = undefined;
            void load();
          }, RELOAD_MS);
        }
        return onTicket(former, event, reader);
      });
    };
    void load();
    api.get<Preferences>('/me/preferences').then(
      (found) => {
        setPreferences(found);
        savePush(found);
      },
      () => undefined,
    );
    const stops = [
      live.on('ticket', (data) => onTicketEvent(data as LiveTicket)),
      live.on('appMessage', (data) => {
        const { action, message, ticket } = data as LiveMessage;
        if (!ticket) return;
        onTicketEvent({ action: 'update', ticket });
        if (action !== 'create' || message.fromMe || !concerns(reader, ticket)) return;
        announce(message, ticket, wanted.current, t).catch(() => undefined);
      }),
      live.on('chat', (data) => {
        const event = data as LiveChat;
        change((former) => onChat(former, event, reader.id));
        const mention = mentionIn(event, reader.id);
        if (mention && event.action === 'new-message')
          announceMention(mention, event.chat.companyId, wanted.current, t).catch(() => undefined);
      }),
      live.isOnline() ? live.on('reconnect', () => void load()) : afterGaps(() => void load()),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);

  return { state, hasFailed, preferences, setPreferences };
}

function savePush(preferences: Preferences): void {
  if (preferences['notifications.push'] === 'disabled' || permission() !== 'granted') return;
  if (sessionStorage.getItem('push-kept')) return;
  import('./push-subscription.ts')
    .then(({ startPush }) => startPush())
    .then(
      () => sessionStorage.setItem('push-kept', 'yes'),
      () => undefined,
    );
}
