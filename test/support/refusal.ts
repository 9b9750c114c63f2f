/**
 * Why the work was refused. Not `expect(…).rejects`: while that waits, a loop that yields goes on only once a second.
 */
export const refusalOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'no refusal', String);
