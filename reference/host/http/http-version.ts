/** 2/http-request-object/r-http-version: versions of HTTP in order. */

/** A version as a number that grows with it. */
export function versionNumber(httpVersion: string): number {
  if (httpVersion === '1.1') return 1001;
  const [major, minor] = httpVersion.split('.');
  return Number(major) * 1000 + Number(minor);
}
