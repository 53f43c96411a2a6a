import { expect, it } from "vitest";
import { makeTree, run } from "./helpers.ts";

const turns = [
  ...Array.from({ length: 6 }, () => ({ calls: [{ tool: "read_file", args: { path: "a.txt" } }] })),
  { text: "canary-said" },
];

/** Reads the stream until the run's last event. */
async function eventsUntilEnd(response: Response): Promise<readonly unknown[]> {
  const events: { readonly event: { readonly type: string } }[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) events.push(JSON.parse(data));
    }
    if (events.at(-1)?.event.type === "run.finished") break;
  }
  return events;
}

it("a run is on the event stream as it goes, with what the command itself prints", async () => {
  const tree = makeTree({
    "work/.git/": "",
    "work/a.txt": `${"canary-read ".repeat(200)}\n`,
    "work/s.json": JSON.stringify({ schemaVersion: 1, name: "test", turns }),
    "home/": "",
  });
  let stop = (): void => {};
  let announce = (_: string): void => {};
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const served = run(tree, ["serve"], {
    stdout: (text) => announce(text.trim()),
    onStop: (listener) => {
      stop = () => listener("SIGTERM");
      return () => {};
    },
  });
  const [base, token] = (await announced).split("#token=");
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path: string): Promise<Response> =>
    await fetch(`${base}api/${path}`, { headers });
  const args = ["--script", "s.json", "--governor", "on", "--json"];
  let printed = "";
  const streams: Promise<readonly unknown[]>[] = [];
  const ran = run(tree, ["run", "Go.", ...args], {
    stdout: (text) => {
      printed += text;
      // The session is found and followed while it is being written.
      if (streams.length === 0) {
        streams.push(
          (async () => {
            const { sessions } = (await (await get("sessions")).json()) as {
              sessions: { id: string; hasEvents: boolean }[];
            };
            expect(sessions).toMatchObject([{ agent: "alisio", hasEvents: true }]);
            return await eventsUntilEnd(await get(`sessions/${sessions[0]?.id}/events`));
          })(),
        );
      }
    },
  });
  expect((await ran).code).toBe(0);
  const lines = printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const durable = lines.filter((line) => typeof line.id === "number");
  expect(durable.length).toBeGreaterThan(20);
  expect(await streams[0]).toEqual(durable);

  const { sessions } = (await (await get("sessions")).json()) as { sessions: { id: string }[] };
  const id = sessions[0]?.id ?? "";
  const body = await (await get(`sessions/${id}/context/report`)).text();
  const report = JSON.parse(body);
  const { json } = await run(tree, ["context", "report", id, "--json"]);
  expect({ ...report, madeAt: json().madeAt }).toEqual(json());
  expect(report).toMatchObject({ mode: "on", session: id });
  expect(body).not.toContain("canary");
  stop();
  expect((await served).code).toBe(0);
});
