import { afterAll, beforeAll, describe, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createDesk, type Desk } from '@/deps.ts';
import { type Scope, systemScope } from '@/kernel/scope.ts';
import { createMailRounds } from '@/modules/mail/send-mails.ts';
import { type Listening, listen } from '@/server.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import type { Network, Phone } from '@/whatsapp/simulator/index.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { type Cast, castPeople, type PersonName, sessionFor } from '../support/people.ts';
import { createFakePush, type FakePush } from '../support/push.ts';
import { FOR_SHORT_PAGES, findChromium, openChromium } from './support/chromium.ts';
import { OWNER, openNetwork, pairLine } from './support/line.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';
import { until } from './support/wait.ts';

export { until } from './support/wait.ts';
export type { Visitor };

const TEST_MS = 60_000;

type Looks = Omit<VisitorOptions, 'url' | 'session'>;

export type Stage = {
  desk: Desk;
  url: string;
  network: Network;
  owner: Phone;
  cast: Cast;
  connectionId: number;
  push: FakePush;
  /** What came last to a mailbox; needs the option `mail`. */
  mailTo(recipient: string, subject: string): Promise<ReceivedMail>;
  scope(): Promise<Scope>;
  visit(looks?: Looks): Promise<Visitor>;
  /** A second browser of the same person ends the first one's session. */
  signIn(name: PersonName, looks?: Looks): Promise<Visitor>;
};

export type StageOptions = {
  people?: boolean;
  line?: boolean;
  /** With a mail server on this machine; without one no mail goes out. */
  mail?: boolean;
  /** Needs what only a browser with windows has: notifications. */
  isWhole?: boolean;
};

type StageTest = (name: string, body: (stage: Stage) => Promise<void>) => void;

/** Tests share a desk and run in order. A test fails on any problem of its browsers too. */
export function browserTests(
  title: string,
  { people = true, line = false, mail = false, isWhole = false }: StageOptions,
  define: (check: StageTest) => void,
): void {
  const chromiumPath = findChromium({ isWhole });
  if (!chromiumPath) {
    const kind = isWhole ? 'No whole Chromium' : 'No Chromium';
    process.stderr.write(`${kind}: "${title}" is skipped. Install it, or name it in CHROMIUM_PATH.\n`);
  }
  const group = chromiumPath ? describe : describe.skip;
  group(title, () => {
    let stage: RunningStage | undefined;
    beforeAll(async () => {
      stage = await openStage({ people, line, mail, chromiumPath: chromiumPath ?? '' });
    }, TEST_MS);
    afterAll(async () => {
      await stage?.end();
    }, TEST_MS);
    define((name, body) => {
      test(
        name,
        async () => {
          if (!stage) throw new Error('the stage did not open');
          await stage.play(name, body);
        },
        TEST_MS,
      );
    });
  });
}

type RunningStage = {
  play(name: string, body: (stage: Stage) => Promise<void>): Promise<void>;
  end(): Promise<void>;
};

type Opening = Required<Omit<StageOptions, 'isWhole'>> & { chromiumPath: string };

async function openStage({ people, line, mail, chromiumPath }: Opening): Promise<RunningStage> {
  installConsoleFilter();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-browser-'));
  const [network, browser] = await Promise.all([openNetwork(), openChromium(chromiumPath, FOR_SHORT_PAGES)]);
  const post = mail ? await startMailServer() : undefined;
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    ...(post && mailing(post)),
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    WHATSAPP_SOCKET_URL: network.socketUrl,
    WHATSAPP_ROOT_KEY: network.rootKey,
  };
  const push = createFakePush();
  const desk = await createDesk(readConfig(env), { push });
  const server = listen(desk.kernel, createApp(desk.kernel));
  await desk.start();
  const owner = network.phone({ number: OWNER, name: 'Loja Aurora' });
  const nobody = { companyId: { aurora: 1, boreal: 2 } } as Cast;
  const cast = people ? await castPeople(desk.kernel) : nobody;
  const connectionId = line ? await pairLine(desk, cast.companyId.aurora, owner) : 0;
  const visitors: Visitor[] = [];
  const arrive = async (looks: Looks = {}, session?: string) => {
    const visitor = await openVisitor(browser, { ...looks, url: server.url, session });
    visitors.push(visitor);
    return visitor;
  };
  const stage: Stage = {
    desk,
    url: server.url,
    network,
    owner,
    cast,
    connectionId,
    push,
    mailTo: (recipient, subject) => {
      const round = createMailRounds(desk.kernel);
      return until(`a mail "${subject}" to ${recipient}`, async () => {
        await round();
        return post?.mails.findLast((one) => one.to.includes(recipient) && one.subject.includes(subject));
      });
    },
    scope: () => systemScope(desk.kernel, cast.companyId.aurora),
    visit: (looks) => arrive(looks),
    signIn: async (name, looks) => arrive(looks, await sessionFor(desk.kernel, cast, name)),
  };
  return {
    async play(name, body) {
      try {
        await body(stage);
        const problems = visitors.flatMap((visitor) => visitor.problems);
        if (problems.length > 0) throw new Error(`the browser complained:\n${problems.join('\n')}`);
      } catch (error) {
        await takePictures(name, visitors);
        throw error;
      } finally {
        for (const visitor of visitors.splice(0)) await visitor.close();
      }
    },
    end: () => closeStage({ server, desk, network, post, dataDir }),
  };
}

/** Links of mails begin with the desk's address, so it must be known beforehand. */
function mailing({ url }: MailServer) {
  const port = String(freePort());
  return {
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: url,
    MAIL_FROM: 'Balcão <mesa@desk.test>',
  };
}

type Running = {
  server: Listening;
  desk: Desk;
  network: Network;
  post: MailServer | undefined;
  dataDir: string;
};

async function closeStage({ server, desk, network, post, dataDir }: Running): Promise<void> {
  await server.stop();
  await desk.stop();
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
