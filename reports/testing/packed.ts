import { inflateRawSync } from 'node:zlib';

/** The data that are packed into a page. */
export function packedIn(page: string): { readonly [name: string]: unknown } {
  const [, packed = ''] =
    /<script type="application\/octet-stream" id="packed-data">([^<]*)<\/script>/.exec(page) ?? [];
  const data: { readonly [name: string]: unknown } = JSON.parse(
    inflateRawSync(Buffer.from(packed, 'base64')).toString(),
  );
  return data;
}
