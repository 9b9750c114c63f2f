import { z } from 'zod';

/** Sent by a list that refreshes: how many of its rows are on the screen, so that it comes back as long as it was. */
export const shownRows = z.coerce.number().int().min(0).optional().catch(undefined);
