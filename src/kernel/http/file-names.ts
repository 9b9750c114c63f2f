type Seen = { ext: string } | undefined;

/** Endings that may stand on the same bytes: containers that hold many kinds, and names of one kind. */
const ALIKE = [
  'jpg jpeg jpe jfif',
  'png apng',
  'tif tiff dng cr2 nef arw orf rw2',
  'mp4 m4a m4b m4p m4v f4v mov qt 3gp 3gpp 3g2 heic heif avif cr3 jp2',
  'ogg oga ogv ogx ogm opus spx',
  'mp3 mp2 mp1 mpga',
  'mpg mpeg vob mts m2ts ts',
  'mkv mka mks webm',
  'asf wma wmv',
  'aif aiff aifc',
  'mid midi',
  'wav wave',
  'zip docx docm dotx xlsx xlsm xlsb xltx pptx pptm ppsx potx odt ods odp odg ott epub jar apk aab ipa war kmz vsdx 3mf xpi cbz pages numbers key sketch',
  // Office’s files of before 2007, and later ones with a password.
  'cfb doc dot xls xlt ppt pps pub vsd msg msi db docx xlsx pptx',
  'rtf doc',
  'gz tgz',
  'bz2 tbz tbz2',
  'xz txz',
  'exe dll scr com sys ocx cpl',
  'elf so',
  'pdf ai',
  'ps eps ai',
  'ttf otf ttc',
].map((endings) => new Set(endings.split(' ')));

/** They tell of text, which has no sign of its own. */
const OF_TEXT = new Set('txt csv tsv log md json xml htm html svg css js sql ini yml yaml'.split(' '));

/** Whatever bears one of these has a sign by which it is known. */
const ALWAYS_SEEN = new Set('png jpg jpeg gif webp pdf zip docx xlsx pptx'.split(' '));

/**
 * A name whose ending is that of another kind than the bytes are gets the right one, so that nobody opens a program as an
 * invoice. An ending that names no kind is the sender's business. `known`: endings of kinds that can be told by bytes.
 */
export function honestName(name: string, seen: Seen, known: ReadonlySet<string>): string {
  const ending = endingOf(name);
  if (seen === undefined) return ALWAYS_SEEN.has(ending) ? `${name}.bin` : name;
  if (ending === '') return `${name}.${seen.ext}`;
  if (ending === seen.ext || ALIKE.some((all) => all.has(ending) && all.has(seen.ext))) return name;
  const namesAKind = known.has(ending) || OF_TEXT.has(ending) || ALIKE.some((all) => all.has(ending));
  return namesAKind ? `${name.slice(0, -ending.length)}${seen.ext}` : name;
}

export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/.exec(name.toLowerCase())?.[1] ?? '';
}

/** Shown only, never a path. */
export function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .slice(0, 200)
      .toWellFormed() || 'arquivo'
  );
}
