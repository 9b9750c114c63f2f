const BY_MIME: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'video/quicktime': 'mov',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
};

export function extensionOf(mime: string | null, name: string | null): string {
  const kind = mime?.split(';')[0]?.trim().toLowerCase() ?? '';
  return BY_MIME[kind] ?? /\.([a-z0-9]{1,8})$/.exec(name?.toLowerCase() ?? '')?.[1] ?? 'bin';
}
