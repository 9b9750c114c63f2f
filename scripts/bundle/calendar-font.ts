import type { BunPlugin } from 'bun';

/** FullCalendar's icons are a font in a data: URL, which the CSP blocks; our calendar shows none of them. */
export function withoutCalendarFont(): BunPlugin {
  return {
    name: 'without-calendar-font',
    setup(builder) {
      builder.onLoad({ filter: /@fullcalendar\/core\/internal-common\.js$/ }, async ({ path }) => {
        const source = await Bun.file(path).text();
        const contents = source.replace(/@font-face\{[^}]*\}/, '');
        if (contents === source) throw new Error('the calendar has no icon font any more');
        return { contents, loader: 'js' };
      });
    },
  };
}
