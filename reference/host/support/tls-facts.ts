/** What a host knows of an encrypted connection. */
export interface TlsFacts {
  readonly protocol: string;
  readonly cipher: string;
  /** The name that the client asked for. */
  readonly serverName: string | undefined;
  /** What is spoken over it, where both sides agreed upon that by name. */
  readonly protocolOfUse?: string | undefined;
  readonly isReused: boolean;
  /** The client's certificate, and what became of checking it. */
  readonly certificate: ClientCertificate | undefined;
  /** `NONE` without a certificate, `SUCCESS`, or `FAILED:` and why. */
  readonly verdict: string;
  /** Why it is not trusted, with the number that logs have in front. */
  readonly numberedReason?: string;
}

/** A certificate as variables show it. */
export interface ClientCertificate {
  readonly pem: string;
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  readonly fingerprint: string;
  readonly validFrom: string;
  readonly validTo: string;
}
