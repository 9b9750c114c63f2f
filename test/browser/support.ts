import { afterAll, beforeAll, describe, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { type Scope, systemScope } from '@/core/scope.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { createMailRounds } from '@/modules/mail/send-mails.jobs.ts';
import { type Listening, listen } from '@/server.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { copyOf, type Furnished, furnishedFolder, tenantTemplate } from '../support/deps.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { type People, type PersonName, sessionFor } from '../support/people.ts';
import { createFakePush, type FakePush } from '../support/push.ts';
import { FOR_SHORT_PAGES, findChromium, openChromium } from './support/chromium.ts';
import { type DelayedLine, LATENCY_MS, openDelayedLine } from './support/delayed-line.ts';
import { OWNER, openNetwork, pairLine } from './support/line.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';
import { until } from './support/wait.ts';

export { until } from './support/wait.ts';
export type { Visitor };

const TEST_MS = 300_000;

type VisitOptions = Omit<VisitorOptions, 'url' | 'session'>;

export type Fixture = {
  dependencies: Dependencies;
  url: string;
  network: Network;
  owner: Phone;
  people: People;
  connectionId: number;
  push: FakePush;
  mailTo(recipient: string, subject: string): Promise<ReceivedMail>;
  scope(): Promise<Scope>;
  visit(looks?: VisitOptions): Promise<Visitor>;
  signIn(name: PersonName, looks?: VisitOptions): Promise<Visitor>;
};

export type FixtureOptions = {
  people?: boolean;
  line?: boolean;
  mail?: boolean;
  isWhole?: boolean;
};

type FixtureTest = (name: string, body: (fixture: Fixture) => Promise<void>) => void;

/** Tests share a server and run in order. Any problem in a browser also fails the test. */
export function browserTests(
  title: string,
  { people = true, line = false, mail = false, isWhole = false }: FixtureOptions,
  define: (check: FixtureTest) => void,
): void {
  const chromiumPath = findChromium({ isWhole });
  if (!chromiumPath) {
    const kind = isWhole ? 'No whole Chromium' : 'No Chromium';
    process.stderr.write(`${kind}: "${title}" is skipped. Install it, or name it in CHROMIUM_PATH.\n`);
  }
  const group = chromiumPath ? describe : describe.skip;
  group(title, () => {
    let fixture: RunningFixture | undefined;
    beforeAll(async () => {
      fixture = await openFixture({ people, line, mail, chromiumPath: chromiumPath ?? '' });
    }, TEST_MS);
    afterAll(async () => {
      await fixture?.end();
    }, TEST_MS);
    define((name, body) => {
      test(
        name,
        async () => {
          if (!fixture) throw new Error('the stage did not open');
          await fixture.play(name, body);
        },
        TEST_MS,
      );
    });
  });
}

type RunningFixture = {
  play(name: string, body: (fixture: Fixture) => Promise<void>): Promise<void>;
  end(): Promise<void>;
};

type Opening = Required<Omit<FixtureOptions, 'isWhole'>> & { chromiumPath: string };

async function openFixture({ people, line: isPaired, mail, chromiumPath }: Opening): Promise<RunningFixture> {
  installConsoleFilter();
  const { dataDir, people: testPeople } = people ? copyOf(await furnishedFolder()) : withoutPeople();
  const [network, browser] = await Promise.all([openNetwork(), openChromium(chromiumPath, FOR_SHORT_PAGES)]);
  const post = mail ? await startMailServer() : undefined;
  // Links in mails contain the server's address, so it must be known beforehand.
  const port = post || LATENCY_MS > 0 ? freePort() : 0;
  const line = LATENCY_MS > 0 ? await openDelayedLine(port, LATENCY_MS) : undefined;
  const address = `http://localhost:${line?.port ?? port}`;
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    ...(port > 0 && { PUBLIC_URL: address }),
    ...(post && mailing(post)),
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    WHATSAPP_SOCKET_URL: network.socketUrl,
    WHATSAPP_ROOT_KEY: network.rootKey,
  };
  const push = createFakePush();
  const dependencies = await createDependencies(readConfig(env), {
    push,
    tenantTemplate: await tenantTemplate(),
  });
  const server = listen(dependencies.kernel, createApp(dependencies.kernel));
  const { url } = server;
  await dependencies.start();
  const owner = network.phone({ number: OWNER, name: 'Loja Aurora' });
  const connectionId = isPaired ? await pairLine(dependencies, testPeople.companyId.aurora, owner) : 0;
  const visitors: Visitor[] = [];
  const arrive = async (looks: VisitOptions = {}, session?: string) => {
    const visitor = await openVisitor(browser, { ...looks, url, session });
    visitors.push(visitor);
    return visitor;
  };
  const fixture: Fixture = {
    dependencies,
    url,
    network,
    owner,
    people: testPeople,
    connectionId,
    push,
    mailTo: (recipient, subject) => {
      const round = createMailRounds(dependencies.kernel);
      return until(`a mail "${subject}" to ${recipient}`, async () => {
        await round();
        return post?.mails.findLast((one) => one.to.includes(recipient) && one.subject.includes(subject));
      });
    },
    scope: () => systemScope(dependencies.kernel, testPeople.companyId.aurora),
    visit: (looks) => arrive(looks),
    signIn: async (name, looks) => arrive(looks, await sessionFor(dependencies.kernel, testPeople, name)),
  };
  return {
    async play(name, body) {
      try {
        await body(fixture);
        const problems = visitors.flatMap((visitor) => visitor.problems);
        if (problems.length > 0) throw new Error(`the browser complained:\n${problems.join('\n')}`);
      } catch (error) {
        await takePictures(name, visitors);
        throw error;
      } finally {
        for (const visitor of visitors.splice(0)) await visitor.close();
      }
    },
    end: () => closeFixture({ server, line, dependencies, network, post, dataDir }),
  };
}

function withoutPeople(): Furnished {
  const nobody = { companyId: { aurora: 1, boreal: 2 } } as People;
  return { dataDir: mkdtempSync(join(tmpdir(), 'balcao-browser-')), people: nobody };
}

const mailing = ({ url }: MailServer) => ({ SMTP_URL: url, MAIL_FROM: 'Balcão <mesa@desk.test>' });

type Running = {
  server: Listening;
  line: DelayedLine | undefined;
  dependencies: Dependencies;
  network: Network;
  post: MailServer | undefined;
  dataDir: string;
};

async function closeFixture({ server, line, dependencies, network, post, dataDir }: Running): Promise<void> {
  await line?.stop();
  await server.stop();
  await dependencies.stop();
  await network.stop();
  await post?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function takePictures(name: string, visitors: Visitor[]): Promise<void> {
  const folder = join(process.env.PICTURES_DIR ?? tmpdir(), 'balcao-pictures');
  mkdirSync(folder, { recursive: true });
  for (const [at, { page, problems }] of visitors.entries()) {
    const path = join(folder, `${name.replace(/[^\p{L}\d]+/gu, '-')}-${at + 1}.png`);
    await page.screenshot({ path }).catch(() => undefined);
    process.stderr.write(`${path} ${page.url()}\n${problems.map((one) => `  ${one}\n`).join('')}`);
  }
}
