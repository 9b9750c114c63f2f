import type { Locator } from 'playwright-core';

export const walk = (scroller: Locator, goal: number, screens: number) =>
  scroller.evaluate(
    async (box, { goal, screens }) => {
      const shown = new Map<number, string>();
      const faults: [number, string][] = [];
      let most = 0;
      const check = () => {
        const rows = [...box.querySelectorAll('[aria-posinset]')];
        most = Math.max(most, rows.length);
        for (const row of rows) {
          const position = Number(row.getAttribute('aria-posinset'));
          const name = /Cliente \d{1,4}/.exec(row.textContent ?? '')?.[0] ?? '';
          if ((shown.get(position) ?? name) !== name) faults.push([position, name]);
          shown.set(position, name);
        }
      };
      const step = screens * box.clientHeight;
      for (let frames = 0; !shown.has(goal) && frames < 3000; frames += 1) {
        const before = shown.size;
        check();
        if (shown.size > before || before === 0) box.scrollBy(0, step);
        await new Promise(requestAnimationFrame);
      }
      check();
      return { most, shown: [...[...shown].sort(([one], [other]) => one - other), ...faults] };
    },
    { goal, screens },
  );
