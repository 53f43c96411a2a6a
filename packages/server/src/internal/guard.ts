/** Reads one header of a request; names are in lower case. */
type ReadHeader = (name: string) => string | undefined;

/** A browser's words for a request that a page of this server made, or that a person typed in. */
const OWN_FETCH_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * What keeps other web pages away, before anything else is looked at: a name that was rebound to this
 * machine shows in `Host`, a page from elsewhere in `Origin` and in the fetch metadata. Another port
 * of this machine is elsewhere too.
 *
 * @returns why the request is refused; `undefined` when it isn't
 */
export function refusal(
  hosts: ReadonlySet<string>,
  read: ReadHeader,
): { readonly code: string; readonly message: string } | undefined {
  const host = read("host")?.toLowerCase();
  if (host === undefined || !hosts.has(host)) {
    return {
      code: "wrong_host",
      message:
        "The address has a name that this server does not go by; use the one that it printed.",
    };
  }
  const origin = read("origin");
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) {
    return { code: "foreign_origin", message: "Requests of other origins are not answered." };
  }
  const site = read("sec-fetch-site");
  if (site !== undefined && !OWN_FETCH_SITES.has(site.toLowerCase())) {
    return { code: "cross_site", message: "Requests of other sites are not answered." };
  }
  return undefined;
}

const PLAIN_PATH = /^(?:\/[A-Za-z0-9_~-]+(?:\.[A-Za-z0-9_~-]+)*)+$/;

/**
 * Whether a path is written in the one way that routes and assets are: nothing encoded, doubled,
 * traversing or hidden. What isn't has no second chance of meaning something.
 */
export function isPlainPath(path: string): boolean {
  return path === "/" || PLAIN_PATH.test(path);
}
