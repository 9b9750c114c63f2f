import { awaitOffer, pressUndo } from '../page/toast.ts';

/** An undo pressed while the script of a change is fetched is for that change. Rejects when it cannot be fetched. */
export async function beginChange<L, R>(script: Promise<L>, begin: (loaded: L) => Promise<R>): Promise<R> {
  const settled = awaitOffer();
  try {
    const changing = begin(await script);
    if (settled()) pressUndo();
    return await changing;
  } finally {
    settled();
  }
}
