import { replaceHeavyModules } from './whatsapp/module-stubs.ts';

replaceHeavyModules();
// Imported dynamically: static imports would load before the line above runs.
const { runApp } = await import('./run-app.ts');
await runApp(process.env);
