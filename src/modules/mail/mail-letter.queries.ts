import type { mails } from '@db/platform/schema/index.ts';
import { escapeUTF8 } from 'entities';
import type { Kernel } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { decryptField } from './encrypt-mail.logic.ts';
import type { Letter } from './mail-transport.client.ts';
import { PRIMARY_COLOR, platformName, platformValue } from './platform-name.queries.ts';

export type MailRow = typeof mails.$inferSelect;

type Written = Pick<MailRow, 'key' | 'kind' | 'language' | 'recipient' | 'encryptedValues'>;

export async function writeLetter(kernel: Kernel, row: Written): Promise<Letter> {
  const { key, kind, language, recipient } = row;
  const name = await platformName(kernel);
  const { link, ...values } = decryptField(kernel, key, row.encryptedValues ?? '');
  const t = kernel.translations.t(language);
  const texts = { ...plain(values), platform: name };
  const [namespace, mail] = kind.split(':');
  const textOf = (part: string) => t(`${namespace}:mail.${mail}.${part}`, texts);
  const parts: Parts = {
    name,
    color: (await platformValue(kernel, PRIMARY_COLOR)) || '#c2410c',
    language,
    subject: oneLine(textOf('subject')),
    paragraphs: textOf('text').split(/\n{2,}/),
    code: 'code' in texts ? String(texts.code) : undefined,
    button: link === undefined ? undefined : { text: textOf('button'), link: String(link) },
    copy: t('mail:copy'),
    footer: t('mail:footer', { platform: name }),
  };
  const { from } = kernel.config.mail ?? { from: NOBODY };
  return {
    id: `${fingerprint(`mail:${key}`).slice(0, 32)}@${from.address.split('@')[1]}`,
    from: { name: from.name ?? name, address: from.address },
    to: recipient,
    subject: parts.subject,
    text: asText(parts),
    html: asHtml(parts),
  };
}

const NOBODY = { name: undefined, address: 'balcao@demo.invalid' };

type Parts = {
  name: string;
  color: string;
  language: string;
  subject: string;
  paragraphs: string[];
  code: string | undefined;
  button: { text: string; link: string } | undefined;
  copy: string;
  footer: string;
};

/** Names chosen by users must not add paragraphs to a mail that comes from us. */
function plain(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, oneLine(String(value))]],
    ),
  );
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function asText({ name, paragraphs, button, footer }: Parts): string {
  const link = button ? [`${button.text}:\n${button.link}`] : [];
  return `${[...paragraphs, ...link, `-- \n${name}\n${footer}`].join('\n\n')}\n`;
}

const PAGE = 'margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,sans-serif';
const CARD = 'max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none';
const CODE = 'font:700 28px/1.2 ui-monospace,monospace;letter-spacing:4px;margin:20px 0';
const SMALL = 'max-width:520px;margin:16px auto 0;color:#71717a;font-size:13px;text-align:center';

function asHtml({ name, color, language, subject, paragraphs, code, button, copy, footer }: Parts): string {
  const body = paragraphs.map((text) =>
    text === code
      ? `<p style="${CODE}">${escapeUTF8(text)}</p>`
      : `<p>${escapeUTF8(text).replaceAll('\n', '<br>')}</p>`,
  );
  const link = button
    ? [
        `<p style="margin:24px 0"><a href="${escapeUTF8(button.link)}" style="${BUTTON};background:${escapeUTF8(color)}">${escapeUTF8(button.text)}</a></p>`,
        `<p style="color:#71717a;font-size:13px">${escapeUTF8(copy)}<br><span style="word-break:break-all">${escapeUTF8(button.link)}</span></p>`,
      ]
    : [];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeUTF8(subject)}</title></head><body style="${PAGE}"><div style="${CARD}">`,
    `<p style="margin:0 0 20px;font-weight:700;font-size:20px">${escapeUTF8(name)}</p>`,
    ...body,
    ...link,
    `</div><p style="${SMALL}">${escapeUTF8(footer)}</p></body></html>`,
  ].join('\n');
}
