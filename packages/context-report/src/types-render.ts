/** How the text view is drawn. */
export interface RenderReportTextOptions {
  /** Columns: 60 to 200, others count as the nearest of these; 80 by default. */
  readonly width?: number | undefined;
  /** Colours (ANSI); `false` by default, since a caller knows whether a terminal reads it. */
  readonly color?: boolean | undefined;
  /** Nothing but printable ASCII and line ends; `false` by default. */
  readonly ascii?: boolean | undefined;
  /**
   * Every listed segment, tool and compaction; by default pinned, low and elided segments, the ten
   * largest tools and the last ten compactions.
   */
  readonly all?: boolean | undefined;
}

/** How the Markdown view is made. */
export interface RenderReportMarkdownOptions {
  /** Every listed segment; by default pinned, low and elided ones. */
  readonly all?: boolean | undefined;
}
