import { type Config, readConfig } from '@/config.ts';

/** The passwords are on the screen, so only this machine may connect, and under no other name. */
export function readDemoConfig(env: Record<string, string | undefined>): Config {
  return readConfig({
    LOG_LEVEL: 'warn',
    ...env,
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    ALLOWED_ORIGINS: '',
    TRUSTED_PROXY: '',
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    SMTP_URL: '',
    MAIL_FROM: '',
  });
}
