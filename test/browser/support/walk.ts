import type { Locator } from 'playwright-core';

/** Scrolls, so many screens at a time, until row `goal` is drawn; what was drawn on the way, by its place, and the most rows at once. */
export const walk = (scroller: Locator, goal: number, screens: number) =>
  scroller.evaluate(
    async (box, { goal, screens }) => {
      const shown = new Map<number, string>();
      const faults: [number, string][] = [];
      let most = 0;
      const look = () => {
        const rows = [...box.querySelectorAll('[aria-posinset]')];
        most = Math.max(most, rows.length);
        for (const row of rows) {
          const place = Number(row.getAttribute('aria-posinset'));
          const name = /Cliente \d{1,4}/.exec(row.textContent ?? '')?.[0] ?? '';
          if ((shown.get(place) ?? name) !== name) faults.push([place, name]);
          shown.set(place, name);
        }
      };
      const step = screens * box.clientHeight;
      for (let frames = 0; !shown.has(goal) && frames < 3000; frames += 1) {
        const before = shown.size;
        look();
        if (shown.size > before || before === 0) box.scrollBy(0, step);
        await new Promise(requestAnimationFrame);
      }
      look();
      return { most, shown: [...[...shown].sort(([one], [other]) => one - other), ...faults] };
    },
    { goal, screens },
  );
