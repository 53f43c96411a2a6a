import type { ComponentChildren } from "preact";

/** A name and its figures. */
export interface FigureRow {
  readonly key: string | number;
  readonly name: ComponentChildren;
  readonly figures: readonly ComponentChildren[];
}

/** A table whose rows are named: every figure has a column's and a row's header. */
export function FigureTable(props: {
  readonly caption?: string;
  readonly heads: readonly string[];
  readonly rows: readonly FigureRow[];
}) {
  return (
    <table class="fill">
      {props.caption && <caption>{props.caption}</caption>}
      <thead>
        <tr>
          {props.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ key, name, figures }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {figures.map((figure) => (
              <td>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
