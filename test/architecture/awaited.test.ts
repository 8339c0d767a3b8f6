import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Driver } from '#sandbox/chat/driver/driver.ts';
import { Shown } from '#sandbox/chat/driver/shown.ts';
import { ShownMessage } from '#sandbox/chat/driver/shown-message.ts';
import { eachNode, read, sources } from './project.ts';

const methodsOf = ({ prototype }: { prototype: object }): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor')
    .map(([name]) => name);

const expectations = [Shown, ShownMessage].flatMap(methodsOf);
/** `reads` is synchronous. */
const acts = methodsOf(Driver).filter((name) => name !== 'reads');
const names = [...expectations, ...acts].join('|');

interface Node {
  type: string;
  start: number;
  end: number;
  expression?: Node;
  argument?: Node;
  callee?: Node;
  name?: string;
  property?: Node;
}

/** The name of the called method, also after `?.`. */
function methodIn({ type, expression, callee }: Node): string {
  if (type === 'ChainExpression' && expression) return methodIn(expression);
  return (type === 'CallExpression' && callee?.property?.name) || '';
}

function isWrong({ type, expression, argument }: Node): boolean {
  if (type === 'ExpressionStatement' && expression)
    return (
      [...expectations, ...acts].includes(methodIn(expression)) || expression.callee?.name === 'eventually'
    );
  return (
    type === 'AwaitExpression' &&
    argument?.type === 'ChainExpression' &&
    expectations.includes(methodIn(argument))
  );
}

test('tests await user actions and views, and wait for messages that exist', () => {
  // avoids parsing most files
  const mayBe = new RegExp(
    `^ *(\\w+ \\(.*\\) |else )?(\\w\\S*\\.(${names})|eventually)\\(|\\?\\.(${names})\\(`,
    'm',
  );
  const wrong = sources()
    .filter((file) => file.startsWith('test/') && mayBe.test(read(file)))
    .flatMap((file) => {
      const found: Node[] = [];
      eachNode(file, (node) => void (isWrong(node as Node) && found.push(node as Node)));
      return found.map(({ start, end }) => `${file}: ${read(file).slice(start, end)}`);
    });
  assert.deepEqual(wrong, []);
});
