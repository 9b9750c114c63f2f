type Sentence = string | ((about: string, done: number, of: number) => string);

/** First word of a step → what the operator reads. Other steps only mark where tests kill the process. */
const SENTENCES: Record<string, Sentence> = {
  'restore begun': 'The backup is readable. Restoring the companies…',
  'restore company': (about) =>
    about === '' ? 'The company’s data is fetched.' : `Company ${about} is restored.`,
  'restore secrets': 'The keys are in place. Restoring the platform’s data…',
  'restore rows': 'The company is in the backup. Fetching its data…',
  'export snapshot': 'The company’s data is copied.',
  'export database': (_, __, of) => `The messages are written. Files to write: ${of}.`,
  'export media': (_, done, of) => `Files written: ${done} of ${of}.`,
  'import checked': 'The file is complete and undamaged.',
  'import taken': 'The company’s data is unpacked.',
  'import committed': 'The company is in place.',
  'rotate snapshot': 'A copy of the data with the old keys is kept.',
  'rotate begun': 'The new keys are made. Encrypting again…',
  'rotate companies': (about) => (about.endsWith(' noted') ? `Company ${about.split(' ')[0]} is done.` : ''),
  'rotate resealed': 'All data is encrypted with the new keys.',
};

type Command = 'restore' | 'export' | 'import' | 'rotate';

export function progressText(command: Command, step: string, done = 0, of = 0): string {
  const [name = '', ...about] = step.split(/[ /]/);
  const sentence = SENTENCES[`${command} ${name}`] ?? '';
  return typeof sentence === 'string' ? sentence : sentence(about.join(' '), done, of);
}

export const printProgress = (command: Command) => async (step: string, done?: number, of?: number) => {
  const text = progressText(command, step, done, of);
  if (text !== '') process.stdout.write(`${text}\n`);
};
