import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  to: string[];
  id: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  raw: string;
};

export type MailServer = {
  url: string;
  mails: ReceivedMail[];
  refuse: (recipient: string) => number | undefined;
  /** Called with the complete mail, before the server accepts it. */
  beforeTaking: (mail: ReceivedMail) => Promise<void> | void;
  readonly open: number;
  stop(): Promise<void>;
};

/** A real server on loopback; without TLS unless configured. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onRcptTo({ address }, _session, answer) {
      const responseCode = mailServer.refuse(address);
      answer(responseCode ? Object.assign(new Error('not now'), { responseCode }) : undefined);
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), raw, ...readMail(raw) };
        await mailServer.beforeTaking(mail);
        mailServer.mails.push(mail);
        answer();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refuse: () => undefined,
    beforeTaking: () => undefined,
    get open() {
      return server.connections.size;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

function readMail(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`);
  const part = (type: string) => decodePart(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '');
  return {
    id: header(head, 'Message-ID'),
    from: header(head, 'From'),
    subject: header(head, 'Subject'),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

/** Joins folded lines and decodes encoded words (RFC 2047). */
function header(head: string, name: string): string {
  const line = new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';
  return line
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_all, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    );
}

function decodePart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n').replace(/\r\n$/, '');
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  return /encoding: quoted-printable/i.test(head) ? quotedPrintable(body.replace(/=\r\n/g, '')) : body;
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
