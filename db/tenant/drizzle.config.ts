import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './db/tenant/schema/index.ts',
  out: './db/tenant/migrations',
});
