import { createTestApp, type TestApp } from './deps.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

export type MailingApp = { testApp: TestApp; server: MailServer; stop(): Promise<void> };

/** An app whose mails go to a server of the test. */
export async function createMailingApp(from = 'mesa@desk.test'): Promise<MailingApp> {
  const server = await startMailServer();
  const env = { SMTP_URL: server.url, MAIL_FROM: from, PUBLIC_URL: 'http://desk.test' };
  const testApp = await createTestApp({ env });
  return {
    testApp,
    server,
    async stop() {
      await testApp.stop();
      await server.stop();
    },
  };
}
