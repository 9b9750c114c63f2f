import { join } from 'node:path';
import { z } from 'zod';
import type { ClusterConfig } from './core/cluster/cluster.ts';
import { CLUSTER_VARIABLES, clusterFault, readCluster } from './core/cluster/cluster-variables.ts';
import { httpAddress, optional } from './core/environment.ts';
import { ConfigError } from './core/errors.ts';
import { type Bucket, readBucket } from './core/storage/bucket.ts';
import { emailAddress } from './schemas/email.schema.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const isLoopback = (url: string) => LOOPBACK.includes(new URL(url).hostname);
const commaList = () =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );

const hostList = () => commaList().transform((hosts) => hosts.map((host) => host.toLowerCase()));

const Environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    PUBLIC_URL: httpAddress(),
    ADMIN_EMAIL: optional(emailAddress('is no e-mail address').transform((email) => email.toLowerCase())),
    ADMIN_PASSWORD: optional(z.string().min(8).max(128)),
    /** The operator's address for push services (RFC 8292 §2.1). */
    PUSH_CONTACT: optional(z.email()),
    /** Contact for vulnerability reports, in security.txt: an e-mail address or a page. */
    SECURITY_CONTACT: optional(z.union([z.email(), z.url({ protocol: /^https$/ })])),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    TZ: z
      .string()
      .default('America/Sao_Paulo')
      .refine((zone) => isTimeZone(zone), 'is no time zone, e.g. America/Sao_Paulo'),
    ALLOWED_ORIGINS: commaList().refine(
      (list) => list.every((item) => URL.canParse(item) && new URL(item).origin === item),
      {
        message: 'must be origins separated by commas, e.g. https://desk.example.com',
      },
    ),
    WHATSAPP_SOCKET_URL: optional(z.url({ protocol: /^wss?$/ })),
    WHATSAPP_ROOT_KEY: optional(z.base64()),
    CLOSE_TICKETS_AFTER_HOURS: optional(z.coerce.number().positive().max(8784)),
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
    /** `Name <address>` or the address alone. */
    MAIL_FROM: optional(z.string().transform((from, context) => readSender(from, context))),
    /** Efí's test environment is https://pix-h.api.efipay.com.br. */
    EFI_URL: httpAddress(),
    /** Asaas' test environment is https://api-sandbox.asaas.com/v3. */
    ASAAS_URL: httpAddress(),
    MERCADOPAGO_URL: httpAddress(),
    /** For prompts without their own address; includes the version, e.g. https://api.openai.com/v1. */
    OPENAI_BASE_URL: httpAddress(),
    AZURE_SPEECH_URL: httpAddress(),
    /** Comma-separated internal `host:port` that companies' integrations may call. */
    ALLOWED_INTERNAL_HOSTS: hostList().refine(
      (list) => list.every((item) => /^[^/\s]+:\d{1,5}$/.test(item)),
      {
        message: 'must be host:port separated by commas, e.g. localhost:11434,n8n.lan:5678',
      },
    ),
    /** Comma-separated external `host` or `*.domain` that companies' addresses may lead to; none means all. */
    ALLOWED_OUTGOING_HOSTS: hostList().refine(
      (list) => list.every((item) => /^(\*\.)?[a-z0-9.-]+$/.test(item)),
      {
        message: 'must be hosts separated by commas, e.g. hooks.example.com,*.openai.com',
      },
    ),
    /** Open pages and clients at once; a company's plan may override it. */
    SOCKETS_PER_PERSON: z.coerce.number().int().min(1).max(100_000).default(20),
    SOCKETS_PER_COMPANY: z.coerce.number().int().min(1).max(100_000).default(1_000),
    SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(1_500),
    SOCKETS_TOGETHER: z.coerce.number().int().min(1).max(100_000).default(3_000),
    /** Limit per company; files above it are refused. */
    COMPANY_STORAGE_GB: optional(z.coerce.number().positive().max(100_000)),
    BACKUP_DIR: optional(z.string()),
    /** 24 runs at 3:12; other values at multiples of it. */
    BACKUP_EVERY_HOURS: z.preprocess(
      (v) => (v === '' || v === undefined ? 24 : Number(v)),
      z.literal([1, 2, 3, 4, 6, 8, 12, 24]),
    ),
    /** Instead of a folder: a dedicated bucket at any S3-compatible store. */
    BACKUP_S3_ENDPOINT: httpAddress(),
    BACKUP_S3_REGION: z.string().default(''),
    BACKUP_S3_BUCKET: optional(z.string()),
    BACKUP_S3_ACCESS_KEY_ID: optional(z.string()),
    BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()),
    /** An age recipient, whose identity the operator stores elsewhere. */
    BACKUP_AGE_RECIPIENT: optional(
      z
        .string()
        .refine((text) => hasRecipientForm(text), 'is no age recipient: age1…, as age-keygen prints it'),
    ),
    /** Grants access to /metrics, which does not exist without it. */
    METRICS_TOKEN: optional(z.string().min(16)),
    /** Address of the only proxy whose X-Forwarded-* headers are trusted. */
    TRUSTED_PROXY: optional(z.string()),
    ...CLUSTER_VARIABLES,
  })
  .superRefine((env, context) => {
    const fail = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (env.WHATSAPP_ROOT_KEY && !(env.WHATSAPP_SOCKET_URL && isLoopback(env.WHATSAPP_SOCKET_URL))) {
      fail('WHATSAPP_ROOT_KEY', 'is accepted only with a WHATSAPP_SOCKET_URL on this machine');
    }
    if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) {
      fail('ADMIN_PASSWORD', 'ADMIN_EMAIL and ADMIN_PASSWORD come together');
    }
    if (Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM)) {
      fail('MAIL_FROM', 'SMTP_URL and MAIL_FROM come together');
    }
    const s3 = [env.BACKUP_S3_ENDPOINT, env.BACKUP_S3_BUCKET, env.BACKUP_S3_ACCESS_KEY_ID];
    if (new Set([...s3, env.BACKUP_S3_SECRET_ACCESS_KEY].map(Boolean)).size > 1)
      fail('BACKUP_S3_BUCKET', 'comes with BACKUP_S3_ENDPOINT, _ACCESS_KEY_ID and _SECRET_ACCESS_KEY');
    const half = clusterFault(env);
    if (half) fail(half.key, half.message);
    // Links built from an attacker's Host header would lead people to the attacker.
    if (env.SMTP_URL && !env.PUBLIC_URL)
      fail('PUBLIC_URL', 'is needed with SMTP_URL: links in mails begin with it');
  });

export type MailAccount = {
  url: string;
  from: { name: string | undefined; address: string };
  /** For EHLO: servers distrust one that names itself by an address. */
  hostname?: string | undefined;
};

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string | undefined;
  admin: { email: string; password: string } | undefined;
  pushContact: string | undefined;
  /** As an address: mailto: or https:. */
  securityContact: string | undefined;
  /** Undefined: no mail can be sent. */
  mail: MailAccount | undefined;
  logLevel: string;
  timeZone: string;
  allowedOrigins: string[];
  whatsapp: { socketUrl: string | undefined; rootKey: string | undefined };
  trustedProxy: string | undefined;
  paymentUrls: { efi: string; mercadopago: string };
  asaasUrl: string;
  closeTicketsAfterHours: number | undefined;
  allowedInternalHosts: string[];
  allowedOutgoingHosts: string[];
  /** Undefined: the provider's own. */
  openAiUrl: string | undefined;
  azureSpeechUrl: string;
  metricsToken: string | undefined;
  /** Undefined means no limit but the disk. */
  companyStorageBytes: number | undefined;
  sockets: Record<'person' | 'company' | 'address' | 'all', number>;
  backupDir: string;
  backupEveryHours: number;
  /** Null: backups go to `backupDir`. */
  backupS3: Bucket | null;
  /** Null: backups are not encrypted, and hold no keys. */
  backupRecipient: string | null;
  /** Null: this process is the only one, and databases are files. */
  cluster: ClusterConfig | null;
};

/** Throws ConfigError with one line per fault. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const value = parsed.data;
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    publicUrl: value.PUBLIC_URL,
    admin:
      value.ADMIN_EMAIL && value.ADMIN_PASSWORD
        ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD }
        : undefined,
    pushContact: value.PUSH_CONTACT,
    securityContact: value.SECURITY_CONTACT?.includes('://')
      ? value.SECURITY_CONTACT
      : value.SECURITY_CONTACT && `mailto:${value.SECURITY_CONTACT}`,
    mail:
      value.SMTP_URL && value.MAIL_FROM
        ? { url: value.SMTP_URL, from: value.MAIL_FROM, hostname: domainOf(value.PUBLIC_URL) }
        : undefined,
    logLevel: value.LOG_LEVEL,
    timeZone: value.TZ,
    allowedOrigins: value.ALLOWED_ORIGINS,
    whatsapp: { socketUrl: value.WHATSAPP_SOCKET_URL, rootKey: value.WHATSAPP_ROOT_KEY },
    trustedProxy: value.TRUSTED_PROXY,
    paymentUrls: {
      efi: value.EFI_URL ?? 'https://pix.api.efipay.com.br',
      mercadopago: value.MERCADOPAGO_URL ?? 'https://api.mercadopago.com',
    },
    asaasUrl: value.ASAAS_URL ?? 'https://api.asaas.com/v3',
    closeTicketsAfterHours: value.CLOSE_TICKETS_AFTER_HOURS,
    allowedInternalHosts: value.ALLOWED_INTERNAL_HOSTS,
    allowedOutgoingHosts: value.ALLOWED_OUTGOING_HOSTS,
    openAiUrl: value.OPENAI_BASE_URL,
    azureSpeechUrl: value.AZURE_SPEECH_URL ?? 'https://{region}.tts.speech.microsoft.com',
    metricsToken: value.METRICS_TOKEN,
    sockets: {
      person: value.SOCKETS_PER_PERSON,
      company: value.SOCKETS_PER_COMPANY,
      address: value.SOCKETS_PER_ADDRESS,
      all: value.SOCKETS_TOGETHER,
    },
    companyStorageBytes: value.COMPANY_STORAGE_GB && value.COMPANY_STORAGE_GB * 1e9,
    backupDir: value.BACKUP_DIR ?? join(value.DATA_DIR, 'backups'),
    backupEveryHours: value.BACKUP_EVERY_HOURS,
    backupS3: readBucket({
      endpoint: value.BACKUP_S3_ENDPOINT,
      region: value.BACKUP_S3_REGION,
      bucket: value.BACKUP_S3_BUCKET,
      accessKeyId: value.BACKUP_S3_ACCESS_KEY_ID,
      secretAccessKey: value.BACKUP_S3_SECRET_ACCESS_KEY,
    }),
    backupRecipient: value.BACKUP_AGE_RECIPIENT ?? null,
    cluster: readCluster(value),
  });
}

function readSender(from: string, context: z.RefinementCtx): MailAccount['from'] {
  const [name, bracketed] = from.trim().endsWith('>') ? from.trim().slice(0, -1).split('<') : [];
  const address = emailAddress().safeParse((bracketed ?? from).trim());
  if (!address.success)
    context.addIssue({ code: 'custom', message: 'is no sender, e.g. Balcão <desk@example.com>' });
  return { name: name?.trim().replaceAll('"', '') || undefined, address: address.data ?? '' };
}

function domainOf(url: string | undefined): string | undefined {
  const { hostname } = new URL(url ?? 'http://localhost');
  return /[a-z]\.[a-z]|\.xn--/.test(hostname) ? hostname : undefined;
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Only catches typos; the Bech32 checksum is checked on use. */
function hasRecipientForm(text: string): boolean {
  return /^age1[02-9ac-hj-np-z]{58}$/.test(text);
}
