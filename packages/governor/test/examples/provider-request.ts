import { type AnthropicMessage, projectRequest } from "@alisio/governor/anthropic";
import { profile } from "@alisio/governor/profiles/claude-code";

/** One turn of a plain loop. The messages stay whole; only what is sent shrinks. */
export async function send(url: string, messages: readonly AnthropicMessage[]): Promise<unknown> {
  const body = { model: "claude-sonnet-4-5", max_tokens: 4096, messages };
  const { request } = projectRequest(body, { mode: "on", profile });
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
  return response.json();
}
