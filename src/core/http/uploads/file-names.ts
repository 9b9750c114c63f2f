type Seen = { ext: string } | undefined;

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

const OF_TEXT = new Set('txt csv tsv log md json xml htm html svg css js sql ini yml yaml'.split(' '));

const ALWAYS_SEEN = new Set('png jpg jpeg gif webp pdf zip docx xlsx pptx'.split(' '));

/** Corrects an extension that contradicts the bytes: nobody opens a program as an invoice. */
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

/** For display only, never a path. */
export function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .slice(0, 200)
      .toWellFormed() || 'arquivo'
  );
}
