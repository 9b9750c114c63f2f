import { replaceHeavyModules } from './whatsapp/lighter-modules.ts';

replaceHeavyModules();
// Later than the line above: what is imported at the top is loaded before anything runs.
const { runDesk } = await import('./run-desk.ts');
await runDesk(process.env);
