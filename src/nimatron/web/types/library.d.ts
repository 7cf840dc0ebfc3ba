// What the types of the standard library are too strict about, for scripts that query only elements of their own making.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selectors: string): any;
  setAttribute(name: string, value: string | number | boolean): void;
}

interface Array<T> {
  /** The last element, as sure to exist as that of any other index. */
  at(index: -1): T;
  filter(predicate: BooleanConstructor): Exclude<T, null | undefined | false | 0 | "">[];
}

interface Navigator {
  readonly deviceMemory?: number;
}

/** An event whose target is an element of the script that listens. */
type On<E extends Event> = E & { target: any };

/** A map with an entry for every key that scripts ask for. */
type Full<K, V> = { get(key: K): V } & Map<K, V>;
