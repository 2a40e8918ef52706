// canary: types TS4114 noImplicitOverride
class Base {
  greet(): string {
    return 'base';
  }
}
export class Derived extends Base {
  greet(): string {
    return 'derived';
  }
}
