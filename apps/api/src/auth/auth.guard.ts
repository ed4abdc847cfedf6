import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { authenticate } from './authenticate.js';
import { Authenticator } from './authenticator.js';
import { publicRoute } from './public.decorator.js';

/**
 * Guards every route. Only the declaration of a route makes it public, never the spelling of its path: a route
 * without a declaration requires a key.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(Authenticator) private readonly authenticator: Authenticator,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // The usual case: the key was checked before the body was read.
    if (request.requestContext.principal !== undefined) return true;
    if (this.reflector.get<boolean | undefined>(publicRoute, context.getHandler()) === true) return true;
    const pending = authenticate(request, this.authenticator);
    return pending === undefined ? true : pending.then(() => true);
  }
}
