import {
  type ConnectionOptions,
  connect,
  type SecureContextOptions,
  type SecureVersion,
  type TLSSocket,
} from 'node:tls';

/** Checks of a handshake with a server. */
interface HandshakeChecks<Failure> {
  /** The complaint about the certificate of the server. */
  readonly complaintOf: (tls: TLSSocket) => Failure | undefined;
  /** The handshake failed; without an error if the server has closed the connection. */
  readonly failed: (error?: Error) => Failure;
}

/** Encrypts a connection to a server. Only the caller's checks verify the certificate. */
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

/** Supported versions, the oldest first. */
const spoken: readonly SecureVersion[] = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'];

/** Node's range for the versions of some names; Node's default without names. */
export function versionRange(names: Iterable<string>): Pick<SecureContextOptions, 'minVersion' | 'maxVersion'> {
  const asked = new Set(Array.from(names, (name) => name.toLowerCase()));
  const allowed = spoken.filter((version) => asked.has(version.toLowerCase()));
  const [minVersion] = allowed;
  const maxVersion = allowed.at(-1);
  return minVersion === undefined || maxVersion === undefined ? {} : { minVersion, maxVersion };
}
