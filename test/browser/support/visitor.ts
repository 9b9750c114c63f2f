import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const PATIENCE_MS = 60_000;

export type Visitor = {
  page: Page;
  context: BrowserContext;
  problems: string[];
  expectProblems(...patterns: RegExp[]): void;
  close(): Promise<void>;
};

export type VisitorOptions = BrowserContextOptions & { url: string; session?: string };

export async function openVisitor(
  browser: Browser,
  { url, session, ...options }: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    // Transitions take a fifth of all time; tests of motion enable them.
    reducedMotion: 'reduce',
    permissions: ['microphone'],
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (session) await context.addCookies([{ name: 'sid', value: session, url }]);
  const problems: string[] = [];
  const expected: RegExp[] = [];
  const note = (text: string) => void problems.push(text);
  // CSP violations are console errors, too.
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  // Some errors have no stack, such as a script that did not arrive: theirs is an empty text.
  context.on('weberror', (error) => note(`page error: ${error.error().stack || error.error()}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page, or playing a medium in parts, aborts requests.
    if (reason !== 'net::ERR_ABORTED') note(`request failed: ${reason} ${request.method()} ${request.url()}`);
  });
  const page = await context.newPage();
  const goto = page.goto.bind(page);
  page.goto = async (...to) => {
    // A navigation that has begun destroys the page with its entry.
    await page.evaluate(spareEntryGone).catch(() => undefined);
    return goto(...to);
  };
  return {
    page,
    context,
    get problems() {
      return problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    },
    expectProblems: (...patterns) => void expected.push(...patterns),
    close: () => context.close(),
  };
}

/** The history step of a layer that closes comes a moment later and would cancel a navigation. */
async function spareEntryGone(): Promise<void> {
  for (let frames = 0; frames < 20 && history.state?.layer > 0; frames += 1)
    await new Promise(requestAnimationFrame);
}
