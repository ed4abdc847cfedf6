import type { MemoryTenant } from '#src/memory/memory-tenant.js';

export interface TenantUnderTest {
  readonly patience: number;
  readonly create: () => {
    readonly tenant: Pick<MemoryTenant, 'load' | 'unload'>;
    readonly isResponsive: () => Promise<boolean>;
  };
  /** One that cannot be loaded. */
  readonly broken: () => Pick<MemoryTenant, 'load' | 'unload'>;
}

/** What the memory relies on, whoever the tenant is. */
export function describeMemoryTenant(name: string, { create, broken, patience }: TenantUnderTest): void {
  describe(`${name}, as a tenant of the memory`, () => {
    it(
      'answers from the end of a load to an unload, and again after the next load',
      async () => {
        const { tenant, isResponsive } = create();
        expect(await isResponsive()).toBe(false);
        await tenant.load();
        expect(await isResponsive()).toBe(true);
        await tenant.unload();
        expect(await isResponsive()).toBe(false);
        await tenant.load();
        expect(await isResponsive()).toBe(true);
        await tenant.unload();
      },
      patience,
    );

    it(
      'gives a load up when it is unloaded meanwhile',
      async () => {
        const { tenant, isResponsive } = create();
        const loading = tenant.load().then(
          () => 'loaded',
          (thrown: unknown) => thrown,
        );
        await tenant.unload();
        expect(await loading).toMatchObject({ code: 'upstream-failed' });
        expect(await isResponsive()).toBe(false);
      },
      patience,
    );

    it(
      'says why it cannot be loaded, every time',
      async () => {
        const tenant = broken();
        await expect(tenant.load()).rejects.toMatchObject({ code: 'upstream-failed' });
        await expect(tenant.load()).rejects.toMatchObject({ code: 'upstream-failed' });
        await tenant.unload();
      },
      patience,
    );
  });
}
