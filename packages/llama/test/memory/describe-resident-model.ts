import type { ResidentModel } from '#src/memory/resident-model.js';

export interface ResidentModelSubject {
  readonly timeoutMs: number;
  readonly create: () => {
    readonly residentModel: Pick<ResidentModel, 'load' | 'unload'>;
    readonly isResponsive: () => Promise<boolean>;
  };
  /** One that cannot be loaded. */
  readonly broken: () => Pick<ResidentModel, 'load' | 'unload'>;
}

/** What the memory relies on, whoever the tenant is. */
export function describeResidentModel(
  name: string,
  { create, broken, timeoutMs: timeout }: ResidentModelSubject,
): void {
  describe(`${name}, as a tenant of the memory`, () => {
    it(
      'answers from the end of a load to an unload, and again after the next load',
      async () => {
        const { residentModel, isResponsive } = create();
        expect(await isResponsive()).toBe(false);
        await residentModel.load();
        expect(await isResponsive()).toBe(true);
        await residentModel.unload();
        expect(await isResponsive()).toBe(false);
        await residentModel.load();
        expect(await isResponsive()).toBe(true);
        await residentModel.unload();
      },
      timeout,
    );

    it(
      'gives a load up when it is unloaded meanwhile',
      async () => {
        const { residentModel, isResponsive } = create();
        const loading = residentModel.load().then(
          () => 'loaded',
          (thrown: unknown) => thrown,
        );
        await residentModel.unload();
        expect(await loading).toMatchObject({ code: 'upstream-failed' });
        expect(await isResponsive()).toBe(false);
      },
      timeout,
    );

    it(
      'says why it cannot be loaded, every time',
      async () => {
        const residentModel = broken();
        await expect(residentModel.load()).rejects.toMatchObject({ code: 'upstream-failed' });
        await expect(residentModel.load()).rejects.toMatchObject({ code: 'upstream-failed' });
        await residentModel.unload();
      },
      timeout,
    );
  });
}
