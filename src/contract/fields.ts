import { z } from 'zod';

/** The fields that every shape of the contract is made of. */

export const id = z.number().int();
export const moment = z.iso.datetime();
export const stamps = { createdAt: moment, updatedAt: moment };
export const address = z.url().nullable();
