/** Written by scripts/bundle/assets.ts. The version in the name lets browsers cache a file forever. */
export const MP3_ENCODER_VERSION = '0.7.0';

export const MP3_ENCODER_HREF = `/build/mp3-${MP3_ENCODER_VERSION}.wasm`;
