import { Calendar, type CalendarOptions, type EventApi, type EventInput } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
import list from '@fullcalendar/list';
import timeGrid from '@fullcalendar/timegrid';
import type { I18n } from '@views/i18n.tsx';
import type { default as Htmx } from 'htmx.org';
import type { CalendarEntry, CalendarPage } from '@/modules/schedules/schedules.views.ts';
import { schedulePaths } from '@/paths.ts';
import { api } from '../../http/api.ts';
import { errorText } from '../../http/error-text.ts';
import { showToast } from '../../page/toast.ts';
import { fromCalendar, momentOfClick, movedByKey, rangeAround, wallTime } from './wall-time.ts';

const REFRESH_MS = 400;
const NARROW = '(width < 600px)';
const VIEWS = 'timeGridWeek,workWeek,timeGridDay,dayGridMonth,listMonth';

export function startCalendar(
  container: HTMLElement,
  i18n: I18n,
  translate: (text: string) => void,
): () => void {
  const { t } = i18n;
  const now = () => wallTime(Date.now(), i18n);
  const fail = (error: unknown) => showToast({ level: 'error', text: errorText(t, error) });
  let focused: string | undefined;

  const move = async (event: EventApi, at: string, revert: () => void) => {
    try {
      if (at < now()) return undo(revert, t('schedules:past'));
      await api.put(schedulePaths.one(Number(event.id)), { sendAt: `${at.replace('T', ' ')}:00` });
      translate(t('schedules:calendar.moved', { name: event.title, at: shown(at) }));
    } catch (error) {
      undo(revert, errorText(t, error));
    }
  };

  const calendar = new Calendar(container, {
    plugins: [dayGrid, timeGrid, list, interaction],
    ...textsOf(i18n),
    ...STYLE,
    initialView: matchMedia(NARROW).matches ? 'listMonth' : 'dayGridMonth',
    headerToolbar: { left: 'prev,today,next', center: 'title', right: VIEWS },
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
      const day = container.querySelector<HTMLElement>('.fc-timegrid-col[role="gridcell"]');
      if (day) day.tabIndex = 0;
    },
    moreLinkDidMount: ({ el }) => el.setAttribute('role', 'button'),
    eventClick({ event, jsEvent }) {
      jsEvent.preventDefault();
      openDialog(schedulePaths.edit(Number(event.id)));
    },
    dateClick: ({ date, allDay }) =>
      openDialog(schedulePaths.add({ at: momentOfClick(date, allDay, now()) })),
    eventDrop: ({ event, revert }) => void move(event, fromCalendar(event.start ?? new Date()), revert),
  });
  calendar.render();
  for (const arrow of container.querySelectorAll('.fc-prev-button, .fc-next-button'))
    arrow.setAttribute('aria-label', arrow.getAttribute('title') ?? '');

  const byKey = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-schedule]')?.dataset.schedule;
    focused = id;
    const moved = id && event.altKey ? calendar.getEventById(id) : null;
    const at =
      moved?.start && moved.startEditable ? movedByKey(fromCalendar(moved.start), event.key) : undefined;
    if (!moved || !at) return;
    event.preventDefault();
    const before = moved.start ?? new Date();
    moved.setStart(`${at}:00Z`);
    void move(moved, at, () => moved.setStart(before));
  };
  let wait: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    clearTimeout(wait);
    wait = setTimeout(() => calendar.refetchEvents(), REFRESH_MS);
  };
  container.addEventListener('keydown', byKey);
  document.addEventListener('refresh:schedule', refresh);
  return () => {
    clearTimeout(wait);
    container.removeEventListener('keydown', byKey);
    document.removeEventListener('refresh:schedule', refresh);
    calendar.destroy();
  };
}

function undo(revert: () => void, text: string): void {
  revert();
  showToast({ level: 'error', text });
}

const shown = (at: string) => `${at.slice(8, 10)}/${at.slice(5, 7)} ${at.slice(11)}`;

function openDialog(href: string): void {
  const { htmx } = window as unknown as { htmx: typeof Htmx };
  void htmx.ajax('GET', href, { source: 'body', target: '#dialogs', swap: 'beforeend' });
}

function toEvent({ id, sendAt, status, contact, body, isMovable }: CalendarEntry, i18n: I18n): EventInput {
  return {
    id: String(id),
    title: contact,
    start: wallTime(sendAt, i18n),
    startEditable: isMovable,
    classNames: [`schedule-${status}`],
    extendedProps: { body },
  };
}

const HOURS = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

const STYLE: CalendarOptions = {
  /** Spec part 2 §2. */
  height: 500,
  // Its input is wall time already.
  timeZone: 'UTC',
  // See scripts/bundle/calendar-font.ts.
  buttonIcons: false,
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
  eventTimeFormat: HOURS,
  slotLabelFormat: HOURS,
  eventDisplay: 'block',
};

function textsOf({ locale, t }: I18n): CalendarOptions {
  const translate = (key: string) => t(`schedules:calendar.${key}`);
  const view = (key: string) => ({ buttonText: translate(key) });
  return {
    locale: locale === 'pt' ? 'pt-br' : locale,
    firstDay: locale === 'es' ? 1 : 0,
    buttonText: { prev: '‹', next: '›', today: translate('today') },
    buttonHints: { prev: translate('previous'), next: translate('next'), today: translate('today') },
    viewHint: '$0',
    noEventsContent: translate('none'),
    moreLinkContent: ({ num }) => t('schedules:calendar.more', { count: num }),
    moreLinkHint: (num) => t('schedules:calendar.more', { count: num }),
    navLinkHint: '$0',
    closeHint: t('common:close'),
    timeHint: translate('time'),
    eventHint: translate('event'),
    views: {
      timeGridWeek: view('week'),
      workWeek: { type: 'timeGrid', duration: { weeks: 1 }, weekends: false, ...view('workWeek') },
      timeGridDay: view('day'),
      dayGridMonth: view('month'),
      listMonth: view('agenda'),
    },
  };
}
