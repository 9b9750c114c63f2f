import { z } from 'zod';
import { houseEndpoints, housePages } from './house.tsx';
import { type Endpoint, endpoint, type Page } from './kernel/http/route.ts';
import { MODULES } from './modules.ts';
import { notYetEndpoints } from './not-yet.ts';
import { describeApi } from './openapi.ts';

export const PAGES: Page[] = [...MODULES.flatMap(({ pages = [] }) => pages), ...housePages];

export const ENDPOINTS: Endpoint[] = [
  ...MODULES.flatMap(({ endpoints = [] }) => endpoints),
  ...houseEndpoints,
  ...notYetEndpoints,
  endpoint('GET /openapi.json', {
    access: 'person',
    summary: 'This document',
    reply: z.looseObject({ openapi: z.string() }),
    run: () => describeApi(ENDPOINTS),
  }),
];
