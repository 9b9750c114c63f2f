import { describe, expect, test } from 'bun:test';
import { readConfig } from './config.ts';
import { ConfigError } from './core/errors.ts';

const CLUSTER = {
  DATABASE_URL: 'http://database:8080/',
  DATABASE_ADMIN_URL: 'http://database:9090',
  NODE_URL: 'http://10.0.0.11:3000',
  CLUSTER_SECRET: 'x'.repeat(32),
  MEDIA_S3_ENDPOINT: 'https://s3.example.com/',
  MEDIA_S3_BUCKET: 'media',
  MEDIA_S3_ACCESS_KEY_ID: 'key',
  MEDIA_S3_SECRET_ACCESS_KEY: 'secret',
};

const faults = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toMatch(/\[object|ZodError|"code"/);
    return error.problems;
  }
};

describe('readConfig', () => {
  test('requires no variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      timeZone: 'America/Sao_Paulo',
      admin: undefined,
      allowedOrigins: [],
    });
  });

  const bad: [string, Record<string, string>, string][] = [
    ['a port that is none', { PORT: 'x' }, 'PORT'],
    ['backups at odd hours', { BACKUP_EVERY_HOURS: '5' }, 'BACKUP_EVERY_HOURS'],
    ['a bucket without keys', { BACKUP_S3_BUCKET: 'b' }, 'BACKUP_S3_BUCKET'],
    ['half a cluster', { DATABASE_URL: 'http://db:8080', CLUSTER_SECRET: 'x'.repeat(32) }, 'DATABASE_URL'],
    ['a bucket for media alone', { MEDIA_S3_BUCKET: 'media' }, 'MEDIA_S3_BUCKET'],
    ['a short secret of the cluster', { ...CLUSTER, CLUSTER_SECRET: 'short' }, 'CLUSTER_SECRET'],
    ['a port too high', { PORT: '70000' }, 'PORT'],
    ['an address without a scheme', { PUBLIC_URL: 'desk.example.com' }, 'PUBLIC_URL'],
    ['a scheme that is none of ours', { PUBLIC_URL: 'ftp://x.test' }, 'PUBLIC_URL'],
    ['an e-mail without a password', { ADMIN_EMAIL: 'a@b.test' }, 'ADMIN_PASSWORD'],
    ['a short password', { ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
    ['a time zone that is none', { TZ: 'Mars/Olympus' }, 'TZ'],
    ['an origin with a path', { ALLOWED_ORIGINS: 'https://a.test/x' }, 'ALLOWED_ORIGINS'],
    ['an origin that is a star', { ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS'],
    ['a contact that is no e-mail', { PUSH_CONTACT: 'nobody' }, 'PUSH_CONTACT'],
    ['a contact for weaknesses that is none', { SECURITY_CONTACT: 'http://x.test' }, 'SECURITY_CONTACT'],
    [
      'a mail server without a sender',
      { SMTP_URL: 'smtp://a.test', PUBLIC_URL: 'https://a.test' },
      'MAIL_FROM',
    ],
    [
      'a mail server by HTTP',
      { SMTP_URL: 'http://a.test', MAIL_FROM: 'desk@a.test', PUBLIC_URL: 'https://a.test' },
      'SMTP_URL',
    ],
    ['a sender that is none', { MAIL_FROM: 'Balcão <desk>', SMTP_URL: 'smtp://a.test' }, 'MAIL_FROM'],
    [
      'mail without an address for its links',
      { SMTP_URL: 'smtp://a.test', MAIL_FROM: 'Balcão <desk@a.test>' },
      'PUBLIC_URL',
    ],
    ['hours that are none', { CLOSE_TICKETS_AFTER_HOURS: '0' }, 'CLOSE_TICKETS_AFTER_HOURS'],
    ['a level that is none', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [
      'a key of a WhatsApp elsewhere',
      { WHATSAPP_ROOT_KEY: 'AAAA', WHATSAPP_SOCKET_URL: 'wss://evil.test' },
      'WHATSAPP_ROOT_KEY',
    ],
    ['a key without a WhatsApp', { WHATSAPP_ROOT_KEY: 'AAAA' }, 'WHATSAPP_ROOT_KEY'],
  ];
  for (const [name, env, key] of bad) {
    test(`${name} is reported once with its variable`, () => {
      const problems = faults(env);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toStartWith(`${key}: `);
    });
  }

  test('reads several nodes from all of their variables, and one process without them', () => {
    expect(readConfig({}).cluster).toBeNull();
    expect(readConfig(CLUSTER).cluster).toEqual({
      database: {
        url: 'http://database:8080',
        adminUrl: 'http://database:9090',
        token: undefined,
        adminKey: undefined,
      },
      nodeUrl: CLUSTER.NODE_URL,
      secret: CLUSTER.CLUSTER_SECRET,
      media: {
        endpoint: 'https://s3.example.com',
        region: 'us-east-1',
        bucket: 'media',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
    });
  });

  test('reports several faults at once', () => expect(faults({ PORT: 'x', TZ: 'y' })).toHaveLength(2));

  test('treats an empty value as unset', () => {
    expect(
      readConfig({
        PUBLIC_URL: '',
        PUSH_CONTACT: '',
        ADMIN_EMAIL: '',
        ADMIN_PASSWORD: '',
        TRUSTED_PROXY: '',
        CLOSE_TICKETS_AFTER_HOURS: '',
        ALLOWED_ORIGINS: '',
      }).publicUrl,
    ).toBeUndefined();
  });

  test('never includes passwords in messages', () => {
    const secret = 'my secret';
    expect(faults({ ADMIN_PASSWORD: secret, PORT: 'x' }).join()).not.toContain(secret);
  });
});
