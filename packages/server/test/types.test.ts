import type { ContextReport } from "@alisio/context-report";
import { expectTypeOf, it } from "vitest";
import type { z } from "zod";
import {
  createServer,
  listen,
  loadPageAssets,
  type PageAsset,
  type RunningServer,
} from "../src/index.ts";
import type {
  contextReportSchema,
  sessionContextSchema,
  sessionListingSchema,
} from "../src/schemas.ts";
import type { ServerApp, SessionContext, SessionListing } from "../src/types.ts";

it("has the types that callers see", () => {
  expectTypeOf(listen).returns.resolves.toEqualTypeOf<RunningServer>();
  expectTypeOf(createServer).returns.toEqualTypeOf<ServerApp>();
  expectTypeOf(loadPageAssets).returns.resolves.toEqualTypeOf<ReadonlyMap<string, PageAsset>>();
  expectTypeOf<z.infer<typeof sessionListingSchema>>().toEqualTypeOf<SessionListing>();
  expectTypeOf<z.infer<typeof sessionContextSchema>>().toEqualTypeOf<SessionContext>();
  expectTypeOf<z.infer<typeof contextReportSchema>>().toEqualTypeOf<ContextReport>();
  expectTypeOf<RunningServer["close"]>().returns.resolves.toBeVoid();
  // A token is never a part of what is optional on an app.
  expectTypeOf<Parameters<typeof createServer>[0]["token"]>().toBeString();
});
