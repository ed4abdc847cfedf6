import type { ResidentModel } from '#src/memory/resident-model.js';

export interface ResidentModelSubject {
  readonly timeoutMs: number;
  readonly create: () => {
    readonly residentModel: Pick<ResidentModel, 'load' | 'unload'>;
    readonly isResponsive: () => Promise<boolean>;
  };
  /** Creates a model that cannot be loaded. */
  readonly broken: () => Pick<ResidentModel, 'load' | 'unload'>;
}

/** Contract tests that every resident model must pass. */
export function describeResidentModel(
  name: string,
  { create, broken, timeoutMs: timeout }: ResidentModelSubject,
): void {
  describe(`${name}, as a tenant of the memory`, () => {
    it(
      'responds from the end of a load to an unload, and again after the next load',
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
      'aborts a load when it is unloaded during it',
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
      'reports the reason of a failed load every time',
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
