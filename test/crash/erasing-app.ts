import { type ErasingMoment, liveErasing } from './erasing-life.ts';

await liveErasing(JSON.parse(process.env.ERASING ?? '') as ErasingMoment);
process.exit(0);
