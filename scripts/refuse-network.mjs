// Loaded before an example: it may talk to itself, and to nobody else.
import { Socket } from "node:net";

const LOOPBACK = new Set([undefined, "localhost", "127.0.0.1", "::1"]);
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...given) {
  // Node.js itself calls it with its arguments already put into a list.
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  const host = typeof options === "object" ? options.host : undefined;
  if (!LOOPBACK.has(host)) throw new Error(`An example must not need a network: ${host}`);
  return connect.apply(this, given);
};
