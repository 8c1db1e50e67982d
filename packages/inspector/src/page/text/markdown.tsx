import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { type ComponentChildren, h } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { highlight } from './highlight.tsx';
import { type MarkerNode, markerSyntax } from './marker-syntax.ts';
import { visible } from './visible.tsx';

/** Longer text is shown without formatting. */
const MAX_CHARACTERS = 100_000;

/**
 * Renders Markdown as elements, without making HTML at any point. HTML tags are shown as text and images as their
 * description. Links work only for `http`, `https` and `mailto`.
 */
export function markdown(text: string): ComponentChildren {
  if (text.length > MAX_CHARACTERS) return <pre class="plain">{visible(text)}</pre>;
  const { syntax, tree } = markerSyntax(text);
  const root = fromMarkdown(text, {
    extensions: [gfmTable(), syntax],
    mdastExtensions: [gfmTableFromMarkdown(), tree],
  });
  return root.children.map(showNode);
}

type Node = ReturnType<typeof fromMarkdown>['children'][number] | MarkerNode;

const all = (nodes: readonly Node[]) => nodes.map(showNode);

function showNode(node: Node): ComponentChildren {
  switch (node.type) {
    case 'text':
      return visible(node.value);
    case 'marker':
      return <span class="marker">{visible(node.value)}</span>;
    case 'paragraph':
      return <p dir="auto">{all(node.children)}</p>;
    case 'heading':
      // Levels 1 and 2 are for the page's own headings.
      return h(`h${Math.min(6, node.depth + 2)}`, { dir: 'auto' }, all(node.children));
    case 'emphasis':
      return <em>{all(node.children)}</em>;
    case 'strong':
      return <strong>{all(node.children)}</strong>;
    case 'inlineCode':
      return <code>{visible(node.value)}</code>;
    case 'code':
      return <CodeBlock code={node.value} language={node.lang} />;
    case 'blockquote':
      return <blockquote>{all(node.children)}</blockquote>;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{all(node.children)}</ol> : <ul>{all(node.children)}</ul>;
    case 'listItem':
      return (
        <li dir="auto">
          {node.children.map((child) =>
            child.type === 'paragraph' && !node.spread ? all(child.children) : showNode(child),
          )}
        </li>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return <Link url={node.url}>{all(node.children)}</Link>;
    case 'image':
      return <span class="image-words">[image: {visible(node.alt || node.url)}]</span>;
    case 'html':
      return <code class="raw-html">{visible(node.value)}</code>;
    case 'table':
      return <Table rows={node.children.map((row) => row.children.map((cell) => all(cell.children)))} />;
    default:
      if ('children' in node) return all(node.children as Node[]);
      return 'value' in node ? visible(String(node.value)) : null;
  }
}

function CodeBlock({ code, language }: { readonly code: string; readonly language?: string | null | undefined }) {
  return (
    <figure class="code-block">
      <figcaption>
        {language ? visible(language) : null} <CopyButton text={code} />
      </figcaption>
      <pre tabIndex={0}>
        <code>{highlight(code, language)}</code>
      </pre>
    </figure>
  );
}

function Link({ url, children }: { readonly url: string; readonly children: ComponentChildren }) {
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return <span class="dead-link">{children}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      {children}
    </a>
  );
}

function Table({ rows: [head = [], ...body] }: { readonly rows: readonly (readonly ComponentChildren[])[] }) {
  return (
    <div class="table-frame" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
