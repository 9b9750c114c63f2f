import { withoutEndingSlashes } from '../text.ts';

export type Bucket = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Null unless all but the region are given. */
export function readBucket({
  endpoint,
  region,
  ...names
}: { [K in keyof Bucket]?: string | undefined }): Bucket | null {
  const { bucket, accessKeyId, secretAccessKey } = names;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return {
    endpoint: withoutEndingSlashes(endpoint),
    bucket,
    region: region || 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
}
