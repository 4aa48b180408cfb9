/** 2/http-request-object/r-http-version: the order of HTTP versions. */

/** A number that grows with the version. */
export function versionNumber(httpVersion: string): number {
  if (httpVersion === '1.1') return 1001;
  const [major, minor] = httpVersion.split('.');
  return Number(major) * 1000 + Number(minor);
}
