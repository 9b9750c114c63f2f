import type { Page } from 'playwright-core';
import { createRandom } from '../../support/random.ts';
import type { Customer } from './customers.ts';
import { deskOf } from './desk.ts';
import { until } from './wait.ts';

export type Named = Customer & { name: string };

type Pace = 'at once' | 'after a frame' | 'when shown';
type Step = { pace: Pace } & (
  | { do: 'open' | 'hover' | 'hear'; whom: number }
  | { do: 'type'; text: string }
  | { do: 'enter' | 'resolve by button' | 'resolve by key' }
);

/** Words with the letters that are keys, small and with Shift. */
const SYLLABLES = ['a', 'e', 'd', 'z', 'j', 'k', 'r', 'A', 'E', 'D', 'Z', 'bom dia ', 'já ', '? '];
const PACES: Pace[] = ['at once', 'at once', 'at once', 'after a frame', 'when shown'];
const ACTS = ['open', 'open', 'hover', 'hear', 'type', 'type', 'type', 'enter', 'enter', 'resolve'] as const;

/** What somebody does at a desk with `many` own conversations; after Resolve another one is opened first. */
export function randomSteps(seed: number, many: number): Step[] {
  const random = createRandom(seed);
  const pace = () => random.one(PACES);
  let left = Array.from({ length: many }, (_, whom) => whom);
  let shown = -1;
  let texts = 0;
  const steps: Step[] = [];
  const open = () => {
    shown = random.one(left);
    steps.push({ pace: pace(), do: 'open', whom: shown });
  };
  open();
  for (let length = 4 + random.below(6); length > 0; length -= 1) {
    const act = random.one(ACTS);
    if (act === 'open') open();
    else if (act === 'hover' || act === 'hear') steps.push({ pace: pace(), do: act, whom: random.one(left) });
    else if (act === 'enter') steps.push({ pace: pace(), do: act });
    else if (act === 'type') {
      texts += 1;
      const syllables = Array.from({ length: 1 + random.below(4) }, () => random.one(SYLLABLES));
      steps.push({ pace: pace(), do: act, text: `${syllables.join('')}#${seed}.${texts}# ` });
    } else if (left.length > 1) {
      left = left.filter((whom) => whom !== shown);
      steps.push({ pace: pace(), do: random.one(['resolve by button', 'resolve by key']) });
      open();
    }
  }
  return steps;
}

export const told = (steps: Step[], people: Named[]): string =>
  steps
    .map((step) => {
      const what = 'whom' in step ? people[step.whom]?.name : 'text' in step ? JSON.stringify(step.text) : '';
      return `  ${step.do} ${what} (${step.pace})`;
    })
    .join('\n');

/** What was meant: which texts for whom, and who may and who must be resolved. */
export type Meant = { texts: { text: string; whom: Named }[]; mayClose: Set<Named>; mustClose: Set<Named> };

/** Does the steps without looking at what the desk makes of them. `hear` ends when the message is stored. */
export async function play(
  page: Page,
  steps: Step[],
  people: Named[],
  hear: (whom: Named) => Promise<unknown>,
): Promise<Meant> {
  const desk = deskOf(page);
  const meant: Meant = { texts: [], mayClose: new Set(), mustClose: new Set() };
  const heard: Promise<unknown>[] = [];
  let shown: Named | undefined;
  for (const step of steps) {
    await keepPace(page, step.pace, shown && !meant.mayClose.has(shown) ? shown : undefined);
    const whom = 'whom' in step ? people[step.whom] : undefined;
    if (step.do === 'hear' && whom) heard.push(hear(whom));
    else if (step.do === 'hover' && whom) await desk.row(whom.name).locator('[data-open]').hover();
    else if (step.do === 'open' && whom) {
      await openByHand(page, whom);
      shown = whom;
    } else if (step.do === 'type' && shown) {
      meant.texts.push({ text: step.text.trim(), whom: shown });
      await typeByHand(page, step.text);
    } else if (step.do === 'enter') await page.keyboard.press('Enter');
    else if (shown) {
      // A message that comes after Resolve begins another ticket.
      await Promise.all(heard);
      meant.mayClose.add(shown);
      if (step.pace === 'when shown') meant.mustClose.add(shown);
      if (step.do === 'resolve by button') await pressResolve(page);
      else {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Shift+E');
      }
    }
  }
  await Promise.all(heard);
  return meant;
}

async function keepPace(page: Page, pace: Pace, shown: Named | undefined): Promise<void> {
  if (pace === 'when shown' && shown) await isShown(page, shown);
  if (pace !== 'at once') await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

/** Shown with all its scripts. */
export async function isShown(page: Page, { uuid }: Pick<Customer, 'uuid'>): Promise<void> {
  await page.waitForFunction((wanted) => {
    const pane = document.querySelector<HTMLElement>('#desk-pane');
    if (!pane || pane.inert || pane.querySelector('[data-island]:not([data-alive])')) return false;
    return pane.querySelector<HTMLElement>('[data-pane]')?.dataset.pane === wanted;
  }, uuid);
}

/** A click where the last one was is a repetition of that one, so the pointer comes from elsewhere. */
export async function openByHand(page: Page, { name }: Named): Promise<void> {
  await page.mouse.move(900, 2);
  await deskOf(page).row(name).locator('[data-open]').click();
}

/** A capital letter is pressed with Shift, as on a keyboard. */
async function typeByHand(page: Page, text: string): Promise<void> {
  for (const letter of text) {
    if (/[A-Z]/.test(letter)) await page.keyboard.press(`Shift+${letter}`);
    else await page.keyboard.type(letter);
  }
}

/** A click at the place where the button is on screen, whatever lies over it. */
async function pressResolve(page: Page): Promise<void> {
  const place = await page.evaluate(() => {
    const buttons = [
      ...document.querySelectorAll<HTMLElement>('#ticket-header [data-ticket-action="resolve"]'),
    ];
    const box = buttons.find((one) => one.getClientRects().length > 0)?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  if (place) await page.mouse.click(place.x, place.y);
}

/** Counts changes that the server has not answered. */
export function watchChanges(page: Page): () => Promise<unknown> {
  const open = new Set<unknown>();
  page.on('request', (request) => {
    if (request.method() !== 'GET') open.add(request);
  });
  const answered = (request: unknown) => void open.delete(request);
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  return () => until('answers to all changes', () => open.size === 0);
}
