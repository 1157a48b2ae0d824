import { SaxesParser } from 'saxes';

/** An element with its name as written, attributes, children and own text. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
};

/** Reads well-formed XML without a document type, so that no entity but XML's own five is expanded. */
export const parseXml = (source: string): XmlElement => {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false });
  const fail = (message: string): never => {
    throw new SyntaxError(`XML ${parser.line}:${parser.column} ${message}`);
  };
  parser.on('error', () => fail('not well-formed'));
  parser.on('doctype', () => fail('DOCTYPE'));
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('cdata', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(source).close();
  return root.children[0] ?? fail('empty');
};

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** Text of the first child of a name, white space folded; '' when there is none. */
export const textOf = (element: XmlElement, name: string): string =>
  (childrenOf(element, name)[0]?.text ?? '').replace(/\s+/gu, ' ').trim();
