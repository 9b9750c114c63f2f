import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '@/kernel/public-address.ts';

/** The name's addresses for a connection about to be made; a single closed one among them refuses them all. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const first = found?.[0];
    if (error || !first) return done(error ?? new Error('no address'), '', 0);
    if (!found.every(({ address }) => isPublicAddress(address)))
      return done(new Error('the name leads into a closed network'), '', 0);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};
