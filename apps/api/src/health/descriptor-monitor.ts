import { close, open } from 'node:fs';
import { devNull } from 'node:os';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOG } from '../engine/tokens.js';

const checkIntervalMs = 1000;

/**
 * Logs when the process may open no more descriptors, and when it may again. A connection that arrives in between is
 * closed below Node without an event, so one descriptor is requested every second.
 */
@Injectable()
export class DescriptorMonitor implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;
  #checking = false;
  #exhausted = false;

  constructor(@Inject(LOG) private readonly log: Logger) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => this.#check(), checkIntervalMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    if (this.#checking) return;
    this.#checking = true;
    open(devNull, (error, descriptor) => {
      if (error === null) close(descriptor, () => this.#seen(undefined));
      else this.#seen(error.code);
    });
  }

  /** `EMFILE`: this process has as many as it may; `ENFILE`: all processes of the machine together have. */
  #seen(cause: string | undefined): void {
    this.#checking = false;
    const exhausted = cause === 'EMFILE' || cause === 'ENFILE';
    if (exhausted === this.#exhausted) return;
    this.#exhausted = exhausted;
    if (exhausted)
      this.log.warn({ cause }, 'no file descriptor is left: the service closes connections without a response');
    else this.log.info('file descriptors are available again');
  }
}
