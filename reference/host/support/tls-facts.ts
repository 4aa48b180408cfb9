/** Facts about an encrypted connection. */
export interface TlsFacts {
  readonly protocol: string;
  readonly cipher: string;
  /** The server name that the client requested. */
  readonly serverName: string | undefined;
  /** The application protocol, if both sides have negotiated one (ALPN). */
  readonly protocolOfUse?: string | undefined;
  readonly isReused: boolean;
  /** The client's certificate, and the result of its verification. */
  readonly certificate: ClientCertificate | undefined;
  /** `NONE` without a certificate, `SUCCESS`, or `FAILED:` and the reason. */
  readonly verdict: string;
  /** Why it is not trusted, with the number that logs show before it. */
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
