import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the files of one certificate and its key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate for a name in a folder, signed by another one or by itself. It expires after that many days. */
export function makeCertificate(folder: string, name: string, signer?: CertificateFiles, days = 2): CertificateFiles {
  const files = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', files.key];
  const subject = ['-subj', `/O=Tests/CN=${name}`];
  if (signer === undefined) {
    openssl(...request, ...subject, '-x509', '-days', String(days), '-out', files.certificate);
    return files;
  }
  const wish = join(folder, `${name}.csr`);
  openssl(...request, ...subject, '-out', wish);
  const by = ['-CA', signer.certificate, '-CAkey', signer.key, '-set_serial', '0xabcd'];
  openssl('x509', '-req', '-in', wish, ...by, '-days', String(days), '-out', files.certificate);
  return files;
}

/** Encrypts a key with a passphrase; passphrases are written to a file, one on each line. */
export function lockKey(key: string, passphrase: string, list: string): void {
  openssl('ec', '-in', key, '-aes256', '-passout', `pass:${passphrase}`, '-out', key);
  writeFileSync(list, `another\n${passphrase}\n`);
}

function openssl(...words: readonly string[]): void {
  execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'ignore'] });
}
