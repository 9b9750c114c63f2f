/** The one source of the current moment, so that a test can hold it still. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
