import type { FactoryProvider, InjectionToken } from '@nestjs/common';

/** A Nest provider of a plain class whose constructor takes one object: Nest resolves each member by the token under its name. */
export function provideClass<Options extends object, Instance extends object>(
  Class: new (options: Options) => Instance,
  tokens: { readonly [Name in keyof Options]-?: InjectionToken },
): FactoryProvider<Instance> {
  const entries = Object.entries<InjectionToken>(tokens);
  return {
    provide: Class,
    inject: entries.map(([, token]) => token),
    // The type of `tokens` makes sure that each member has a value.
    useFactory: (...values: unknown[]) =>
      new Class(Object.fromEntries(entries.map(([name], index) => [name, values[index]])) as Options),
  };
}
