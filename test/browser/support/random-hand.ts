import type { Page } from 'playwright-core';
import { createRandom } from '../../support/random.ts';
import type { Customer } from './customers.ts';
import { until } from './wait.ts';
import { workspaceOf } from './workspace.ts';

export type Named = Customer & { name: string };

type Pace = 'at once' | 'after a frame' | 'when shown';
type Step = { pace: Pace } & (
  | { do: 'open' | 'hover' | 'hear'; whom: number }
  | { do: 'type'; text: string }
  | { do: 'enter' | 'resolve by button' | 'resolve by key' }
);

/** Syllables of the letters that are keys, lower case and with Shift. */
const SYLLABLES = ['a', 'e', 'd', 'z', 'j', 'k', 'r', 'A', 'E', 'D', 'Z', 'bom dia ', 'já ', '? '];
const PACES: Pace[] = ['at once', 'at once', 'at once', 'after a frame', 'when shown'];
const ACTS = ['open', 'open', 'hover', 'hear', 'type', 'type', 'type', 'enter', 'enter', 'resolve'] as const;

/** Steps of an agent with `many` own conversations; after Resolve another one is opened first. */
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

export const reported = (steps: Step[], people: Named[]): string =>
  steps
    .map((step) => {
      const what = 'whom' in step ? people[step.whom]?.name : 'text' in step ? JSON.stringify(step.text) : '';
      return `  ${step.do} ${what} (${step.pace})`;
    })
    .join('\n');

/** The intent: which texts for whom, and which tickets may and must be resolved. */
export type Meant = { texts: { text: string; whom: Named }[]; mayClose: Set<Named>; mustClose: Set<Named> };

/** Plays the steps without looking at their effect. `hear` resolves when the message is stored. */
export async function play(
  page: Page,
  steps: Step[],
  people: Named[],
  onEvent: (whom: Named) => Promise<unknown>,
): Promise<Meant> {
  const workspace = workspaceOf(page);
  const meant: Meant = { texts: [], mayClose: new Set(), mustClose: new Set() };
  const received: Promise<unknown>[] = [];
  let shown: Named | undefined;
  for (const step of steps) {
    await keepPace(page, step.pace, shown && !meant.mayClose.has(shown) ? shown : undefined);
    const whom = 'whom' in step ? people[step.whom] : undefined;
    if (step.do === 'hear' && whom) received.push(onEvent(whom));
    else if (step.do === 'hover' && whom) await workspace.row(whom.name).locator('[data-open]').hover();
    else if (step.do === 'open' && whom) {
      await openByHand(page, whom);
      shown = whom;
    } else if (step.do === 'type' && shown) {
      meant.texts.push({ text: step.text.trim(), whom: shown });
      await typeByHand(page, step.text);
    } else if (step.do === 'enter') await page.keyboard.press('Enter');
    else if (shown) {
      // A message that arrives after Resolve opens another ticket.
      await Promise.all(received);
      meant.mayClose.add(shown);
      if (step.pace === 'when shown') meant.mustClose.add(shown);
      if (step.do === 'resolve by button') await pressResolve(page);
      else {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Shift+E');
      }
    }
  }
  await Promise.all(received);
  return meant;
}

async function keepPace(page: Page, pace: Pace, shown: Named | undefined): Promise<void> {
  if (pace === 'when shown' && shown) {
    await isShown(page, shown);
    // A ticket that was just reopened offers Resolve once its header has come.
    await page.waitForFunction(hasResolve);
  }
  if (pace !== 'at once')
    await page.evaluate(() => new Promise((rendered) => requestAnimationFrame(rendered)));
}

const hasResolve = () =>
  [...document.querySelectorAll('#ticket-header [data-ticket-action="resolve"]')].some(
    (one) => one.getClientRects().length > 0,
  );

/** True once the pane is shown with all its scripts. */
export async function isShown(page: Page, { uuid }: Pick<Customer, 'uuid'>): Promise<void> {
  await page.waitForFunction((wanted) => {
    const pane = document.querySelector<HTMLElement>('#workspace-pane');
    if (!pane || pane.inert || pane.querySelector('[data-island]:not([data-alive])')) return false;
    return pane.querySelector<HTMLElement>('[data-pane]')?.dataset.pane === wanted;
  }, uuid);
}

/** A second click at the same position would count as a double click, so the pointer moves first. */
export async function openByHand(page: Page, { name }: Named): Promise<void> {
  await page.mouse.move(900, 2);
  await workspaceOf(page).row(name).locator('[data-open]').click();
}

/** A capital letter is pressed with Shift, as on a keyboard. */
async function typeByHand(page: Page, text: string): Promise<void> {
  for (const letter of text) {
    if (/[A-Z]/.test(letter)) await page.keyboard.press(`Shift+${letter}`);
    else await page.keyboard.type(letter);
  }
}

/** Clicks the position of the button, whatever covers it. */
async function pressResolve(page: Page): Promise<void> {
  const position = await page.evaluate(() => {
    const buttons = [
      ...document.querySelectorAll<HTMLElement>('#ticket-header [data-ticket-action="resolve"]'),
    ];
    const box = buttons.find((one) => one.getClientRects().length > 0)?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  if (position) await page.mouse.click(position.x, position.y);
}

/** Counts changes that the server has not answered yet. */
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
