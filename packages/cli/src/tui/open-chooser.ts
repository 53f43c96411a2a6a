import { failure } from "./driver.ts";
import { type Desk, switchSession } from "./run-command.ts";
import type { Screen } from "./screen.ts";
import { createSessionsPanel } from "./sessions-panel.ts";
import { createSkillsPanel } from "./skills-panel.ts";

/** Opens the skills or the sessions over the prompt. */
export async function openChooser(
  desk: Desk,
  screen: Screen,
  what: "skills" | "sessions",
): Promise<void> {
  const { ports, driver } = desk;
  const close = (): void => screen.openPanel(undefined);
  if (what === "sessions") {
    const sessions = await ports.listSessions();
    const choose = (id: string): void => {
      switchSession(desk, id).catch((error: unknown) =>
        screen.print(failure(error, screen.columns())),
      );
    };
    screen.openPanel(
      createSessionsPanel({
        sessions,
        current: driver.runner.sessionId,
        now: ports.now(),
        choose,
        close,
      }),
    );
    return;
  }
  const { opened } = driver;
  const report = await ports.skillsReport(opened);
  screen.openPanel(
    createSkillsPanel({
      report,
      trusted: opened.context.trusted,
      close,
      redraw: screen.redraw,
      async set(name, value) {
        const message = await ports.setSkill(opened, name, value);
        return { message, report: await ports.skillsReport(opened) };
      },
    }),
  );
}
