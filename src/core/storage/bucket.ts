export type Bucket = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Null unless all but the region are given. */
export function readBucket(options: { [K in keyof Bucket]?: string | undefined }): Bucket | null {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region } = options;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, region: region || 'us-east-1', accessKeyId, secretAccessKey };
}
