import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * An address as a browser writes it into `Host`, however it was given: `0:0::1` is `::1`, `127.1` is
 * `127.0.0.1`, `::0` is the wildcard. What is no address stays as it is.
 */
export function canonicalHost(host: string): string {
  const url = `http://${inUrl(host)}/`;
  if ((host.includes(":") && !isIPv6(host)) || !URL.canParse(url)) return host;
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

/** Whether only this machine reaches the address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** What `Host` may say to a server that is bound to this address. */
export function hostsOf(host: string, port: number): readonly string[] {
  return namesOf(host).flatMap((name) => {
    const authority = `${inUrl(name)}:${port}`;
    // A browser leaves out the port that http has anyway.
    return port === 80 ? [authority, inUrl(name)] : [authority];
  });
}

/** Host and port for people: a wildcard is reached as this machine. */
export function addressOf(host: string, port: number): string {
  return `${inUrl(isWildcard(host) ? "127.0.0.1" : host)}:${port}`;
}

/**
 * Never a wildcard's own name, and no name that a stranger's DNS could point here: beside
 * `localhost` only addresses as numbers, or what the caller bound to.
 */
function namesOf(host: string): readonly string[] {
  const own = ["127.0.0.1", "localhost", "::1"];
  if (isWildcard(host)) return [...own, ...interfaceAddresses()];
  return isLoopback(host) ? [...new Set([...own, host])] : [host];
}

function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
}

function inUrl(name: string): string {
  return isIPv6(name) ? `[${name}]` : name;
}
