import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { EngineError } from '@org/engine';
import { isMessagesVersion, messagesVersions } from '@org/protocol/messages';
import type { FastifyRequest } from 'fastify';

/** Rejects a request of the messages dialect without a version header. */
@Injectable()
export class VersionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { version } = context.switchToHttp().getRequest<FastifyRequest>().requestContext;
    const supported = `supported values: ${messagesVersions.join(', ')}`;
    if (version === undefined) {
      throw new EngineError(
        'invalid-request',
        `vendor-version: header is required (anthropic-version is accepted, too); ${supported}.`,
        { param: 'vendor-version' },
      );
    }
    if (!isMessagesVersion(version)) {
      throw new EngineError('invalid-request', `vendor-version: this version is not supported; ${supported}.`, {
        param: 'vendor-version',
      });
    }
    return true;
  }
}
