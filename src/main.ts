import { runApp } from './run-app.ts';

await runApp(process.env);
