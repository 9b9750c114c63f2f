import { useI18n } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';
import { concerns, type NotificationReader } from '@/modules/notifications/notifications.schema.ts';
import type { NotificationList } from '@/modules/notifications/notifications.views.ts';
import { PREFERENCES, type Preferences } from '@/modules/notifications/preferences.schema.ts';
import { api } from '../api.ts';
import type { LiveMessage, LiveTicket } from '../desk/desk-api.ts';
import { live } from '../live.ts';
import { announce } from './announce.ts';
import { type BellState, hearTicket, loadBell, NOTHING_NEW } from './bell-state.ts';
import { permission, startPush } from './push-browser.ts';

const RELOAD_MS = 1000;

export function useNotifications(reader: NotificationReader) {
  const { t } = useI18n();
  const [state, setState] = useState<BellState | undefined>();
  const [hasFailed, setFailed] = useState(false);
  const [preferences, setPreferences] = useState<Preferences>(PREFERENCES);
  const wishes = useRef(preferences);
  wishes.current = preferences;

  // biome-ignore lint/correctness/useExhaustiveDependencies: reader and language of a page never change
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      api.get<NotificationList>('/notifications').then(
        (list) => {
          setState(loadBell(list));
          setFailed(false);
        },
        () => setFailed(true),
      );
    const hear = (event: LiveTicket) => {
      setState((former = NOTHING_NEW) => {
        if (former.more > 0 && !timer) {
          timer = setTimeout(() => {
            timer = undefined;
            void load();
          }, RELOAD_MS);
        }
        return hearTicket(former, event, reader);
      });
    };
    void load();
    api.get<Preferences>('/me/preferences').then(
      (found) => {
        setPreferences(found);
        keepPush(found);
      },
      () => undefined,
    );
    const stops = [
      live.on('ticket', (data) => hear(data as LiveTicket)),
      live.on('appMessage', (data) => {
        const { action, message, ticket } = data as LiveMessage;
        if (!ticket) return;
        hear({ action: 'update', ticket });
        if (action !== 'create' || message.fromMe || !concerns(reader, ticket)) return;
        announce(message, ticket, wishes.current, t).catch(() => undefined);
      }),
      live.on('reconnect', () => void load()),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);

  return { state, hasFailed, preferences, setPreferences };
}

/** A push subscription belongs to a session: a new session takes it over, once per tab. */
function keepPush(preferences: Preferences): void {
  if (preferences['notifications.push'] === 'disabled' || permission() !== 'granted') return;
  if (sessionStorage.getItem('push-kept')) return;
  startPush().then(
    () => sessionStorage.setItem('push-kept', 'yes'),
    () => undefined,
  );
}
