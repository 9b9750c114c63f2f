import FullCalendar, {
  type CalendarApi,
  type CalendarOptions,
  type CalendarRef,
  type EventApi,
  type EventInput,
} from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import list from '@fullcalendar/react/list';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import type { I18n } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';
import type { CalendarEntry, CalendarPage } from '@/modules/schedules/schedules.views.ts';
import { schedulePaths } from '@/paths.ts';
import { api } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { showToast } from '../../page/toast.ts';
import { openDialog } from '../../workspace/navigation.ts';
import { createMoves } from './moves.ts';
import { fromCalendar, momentOfClick, movedByKey, rangeAround, wallTime } from './wall-time.ts';

const REFRESH_MS = 400;
const NARROW = '(width < 600px)';
const VIEWS = 'timeGridDay,workWeek,timeGridWeek,dayGridMonth,listMonth';

type Parts = {
  container: HTMLElement;
  i18n: I18n;
  announce: (text: string) => void;
};

export function Calendar(parts: Parts) {
  const calendar = useRef<CalendarRef>(null);
  const [{ options, listen }] = useState(() => createControls(parts, () => calendar.current?.getApi()));
  useEffect(listen, [listen]);
  return <FullCalendar ref={calendar} {...options} />;
}

type Controls = { options: CalendarOptions; listen: () => () => void };

function createControls(
  { container, i18n, announce }: Parts,
  calendar: () => CalendarApi | undefined,
): Controls {
  const { t } = i18n;
  const now = () => wallTime(Date.now(), i18n);
  const fail = (error: unknown) => showToast({ level: 'error', text: errorText(t, error) });
  let focused: string | undefined;

  let wait: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    clearTimeout(wait);
    wait = setTimeout(() => moves.isPending() || calendar()?.refetchEvents(), REFRESH_MS);
  };
  const moves = createMoves(refresh);
  const move = async (event: EventApi, at: string, revert: () => void) => {
    if (at < now()) {
      revert();
      showToast({ level: 'error', text: t('schedules:past') });
      return;
    }
    const id = Number(event.id);
    const sendAt = `${at.replace('T', ' ')}:00`;
    try {
      await moves.run({ id, send: () => api.put(schedulePaths.one(id), { sendAt }), revert });
      announce(t('schedules:calendar.moved', { name: event.title, at: shown(at) }));
    } catch (error) {
      fail(error);
    }
  };

  const options: CalendarOptions = {
    plugins: [classicTheme, dayGrid, timeGrid, list, interaction],
    ...textsOf(i18n),
    ...STYLE,
    initialView: matchMedia(NARROW).matches ? 'listMonth' : 'dayGridMonth',
    headerToolbar: { start: 'prev,today,next', center: 'title', end: VIEWS },
    now,
    events: ({ start, end }, done, failed) => {
      const query = rangeAround(start, end);
      api
        .get<CalendarPage>('/schedules/calendar', { query })
        .then(({ entries }) => done(entries.map((entry) => toEvent(entry, i18n))))
        .catch((error) => {
          fail(error);
          failed(error as Error);
        });
    },
    eventsSet: () => {
      const element = container.querySelector<HTMLElement>(`[data-schedule="${focused}"]`);
      if (document.activeElement === document.body) element?.focus();
    },
    eventDidMount({ el, event }) {
      el.dataset.schedule = event.id;
      el.title = event.extendedProps.body as string;
    },
    datesSet() {
      const day = container.querySelector<HTMLElement>('.calendar-hours');
      if (day) day.tabIndex = 0;
    },
    eventClick({ event, jsEvent }) {
      jsEvent.preventDefault();
      void openDialog(schedulePaths.edit(Number(event.id)));
    },
    dateClick: ({ date, allDay }) =>
      void openDialog(schedulePaths.add({ at: momentOfClick(date, allDay, now()) })),
    eventDrop: ({ event, revert }) => void move(event, fromCalendar(event.start ?? new Date()), revert),
  };

  const byFocus = ({ target }: Event) => {
    focused = (target as HTMLElement).closest<HTMLElement>('[data-schedule]')?.dataset.schedule;
  };
  const byKey = (event: KeyboardEvent) => {
    const moved = focused && event.altKey ? calendar()?.getEventById(focused) : null;
    const at =
      moved?.start && moved.startEditable ? movedByKey(fromCalendar(moved.start), event.key) : undefined;
    if (!moved || !at) return;
    event.preventDefault();
    const before = moved.start ?? new Date();
    moved.setStart(`${at}:00Z`);
    void move(moved, at, () => moved.setStart(before));
  };
  const listen = () => {
    container.addEventListener('focusin', byFocus);
    container.addEventListener('keydown', byKey);
    document.addEventListener('refresh:schedule', refresh);
    return () => {
      clearTimeout(wait);
      container.removeEventListener('focusin', byFocus);
      container.removeEventListener('keydown', byKey);
      document.removeEventListener('refresh:schedule', refresh);
    };
  };
  return { options, listen };
}

const shown = (at: string) => `${at.slice(8, 10)}/${at.slice(5, 7)} ${at.slice(11)}`;

const TONES = { PENDENTE: 'info', AGENDADA: 'warning', ENVIADA: 'success', ERRO: 'error' } as const;

function toEvent({ id, sendAt, status, contact, body, isMovable }: CalendarEntry, i18n: I18n): EventInput {
  return {
    id: String(id),
    title: contact,
    start: wallTime(sendAt, i18n),
    startEditable: isMovable,
    color: `var(--color-${TONES[status]})`,
    contrastColor: `var(--color-${TONES[status]}-content)`,
    extendedProps: { body },
  };
}

const HOURS = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

const STYLE: CalendarOptions = {
  height: 500,
  // Its input is wall time already.
  timeZone: 'UTC',
  fixedWeekCount: false,
  displayEventEnd: false,
  // An entry that ends shortly after midnight does not span a second day.
  nextDayThreshold: '01:00:00',
  nowIndicator: true,
  allDaySlot: false,
  defaultTimedEventDuration: '00:30',
  forceEventDuration: true,
  eventDurationEditable: false,
  eventInteractive: true,
  dayMaxEvents: true,
  eventMaxStack: 3,
  scrollTime: '08:00:00',
  // One height for all widths, because the calendar does not scroll again when narrow text makes slots shorter.
  slotMinHeight: 25,
  eventTimeFormat: HOURS,
  slotHeaderFormat: HOURS,
  eventDisplay: 'block',
  // Styled in views/styles/pages/calendar.css.
  toolbarClass: 'calendar-toolbar',
  toolbarSectionClass: 'calendar-section',
  toolbarTitleClass: 'calendar-title',
  buttonGroupClass: 'calendar-buttons',
  buttonClass: 'calendar-button',
  dayHeaderInnerClass: 'calendar-day',
  dayLaneClass: 'calendar-hours',
  listItemEventTimeClass: 'calendar-time',
  noEventsInnerClass: 'calendar-none',
};

function textsOf({ locale, t }: I18n): CalendarOptions {
  const language = locale === 'pt' ? 'pt-br' : locale;
  const translate = (key: string) => t(`schedules:calendar.${key}`);
  const button = (key: string) => ({ text: translate(key) });
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const [weekday, day] = [part({ weekday: 'short' }), part({ month: 'numeric', day: 'numeric' })];
  const week = {
    titleFormat: { year: 'numeric', month: 'short', day: 'numeric' },
    // The default leaves the date out of narrow columns.
    dayHeaderContent: ({ date }: { date: Date }) => `${weekday.format(date)} ${day.format(date)}`,
  } as const;
  const more = (count: number) => t('schedules:calendar.more', { count });
  return {
    locale: language,
    firstDay: locale === 'es' ? 1 : 0,
    todayText: translate('today'),
    prevHint: translate('previous'),
    nextHint: translate('next'),
    todayHint: translate('today'),
    viewHint: '$0',
    viewChangeHint: translate('views'),
    navLinkHint: '$0',
    closeHint: t('common:close'),
    eventsHint: translate('events'),
    timedText: translate('time'),
    weekTextLong: translate('week'),
    noEventsText: translate('none'),
    moreLinkText: more,
    moreLinkHint: more,
    buttons: {
      timeGridWeek: button('week'),
      workWeek: button('workWeek'),
      timeGridDay: button('day'),
      dayGridMonth: button('month'),
      listMonth: button('agenda'),
    },
    views: {
      timeGridWeek: week,
      workWeek: { ...week, type: 'timeGrid', duration: { weeks: 1 }, weekends: false },
      timeGridDay: { dayHeaderFormat: { weekday: 'long' } },
      dayGridMonth: { dayHeaderFormat: { weekday: 'short' } },
      listMonth: { listDayFormat: { day: 'numeric', month: 'long' } },
    },
  };
}
