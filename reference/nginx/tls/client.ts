import {
  type ConnectionOptions,
  connect,
  type SecureContextOptions,
  type SecureVersion,
  type TLSSocket,
} from 'node:tls';

/** How a handshake with a server may fail. */
export interface HandshakeChecks<Failure> {
  /** What is wrong with the certificate of the server. */
  readonly complaintOf: (tls: TLSSocket) => Failure | undefined;
  /** The handshake failed; without an error where the server has closed the connection. */
  readonly failed: (error?: Error) => Failure;
}

/** Encrypts a connection to a server, whose certificate is checked by what the caller says alone. */
export function encryptTo<Failure>(
  options: ConnectionOptions,
  { complaintOf, failed }: HandshakeChecks<Failure>,
): Promise<TLSSocket | Failure> {
  return new Promise((resolve) => {
    const tls = connect({ ...options, rejectUnauthorized: false, checkServerIdentity: () => undefined });
    const give = (failure: Failure) => {
      tls.destroy();
      resolve(failure);
    };
    tls.once('error', (error) => give(failed(error)));
    tls.once('close', () => give(failed()));
    tls.once('secureConnect', () => {
      const complaint = complaintOf(tls);
      if (complaint === undefined) resolve(tls);
      else give(complaint);
    });
  });
}

/** Versions that can be spoken, the oldest first. */
const spoken: readonly SecureVersion[] = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'];

/** What Node takes for the versions of some names: a range, which is its own where there is none of them. */
export function versionRange(names: Iterable<string>): Pick<SecureContextOptions, 'minVersion' | 'maxVersion'> {
  const asked = new Set(Array.from(names, (name) => name.toLowerCase()));
  const allowed = spoken.filter((version) => asked.has(version.toLowerCase()));
  const [minVersion] = allowed;
  const maxVersion = allowed.at(-1);
  return minVersion === undefined || maxVersion === undefined ? {} : { minVersion, maxVersion };
}
