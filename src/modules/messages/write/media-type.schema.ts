/** As WhatsApp shows it. It does not show every picture or video; SVG can carry scripts. */
export function mediaTypeOf(mime: string): 'image' | 'video' | 'audio' | 'application' {
  if (/^image\/(jpeg|png|webp)$/.test(mime)) return 'image';
  if (/^video\/(mp4|3gpp|quicktime)$/.test(mime)) return 'video';
  return mime.startsWith('audio/') ? 'audio' : 'application';
}
