import { Controller, Delete, Inject, Param, UseGuards } from '@nestjs/common';
import type { DeletedMessageThread } from '@org/protocol/messages';
import { CurrentOwner } from '../auth/current-owner.decorator.js';
import { LimitedAs } from '../http/limited-as.decorator.js';
import { VersionGuard } from '../http/version.guard.js';
import { MessageThreads } from './message-threads.js';

@Controller('v1/messages/threads')
@UseGuards(VersionGuard)
export class ThreadsController {
  constructor(@Inject(MessageThreads) private readonly threads: MessageThreads) {}

  /** `id` is the id of the last message of the thread, with which it would be continued. */
  @Delete(':id')
  @LimitedAs('read')
  async delete(@Param('id') id: string, @CurrentOwner() owner: string): Promise<DeletedMessageThread> {
    await this.threads.delete(owner, id);
    return { id, type: 'message_thread_deleted' };
  }
}
