/** The parts that are used of packages without types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** `undefined` or null at the end. */
    nextBreak(): { position: number; required: boolean } | null | undefined;
  }
}
