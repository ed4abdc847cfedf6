import { applyDecorators } from './apply-decorators.js';
import { ArrayMinSize, ArrayUnique, IsArray, IsInt, IsString, Matches, Max, Min } from 'class-validator';

const hostPattern = /^(?:\*\.)?[\w-]+(?:\.[\w-]+)*$/;

/** Host names; `*.example.com` matches all subdomains. */
export function AreHosts(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    IsString({ each: true }),
    Matches(hostPattern, { each: true, message: '$property must be host names without ports or paths' }),
  );
}

/** TCP ports, at least one. */
export function ArePorts(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayUnique(),
    IsInt({ each: true }),
    Min(1, { each: true }),
    Max(65_535, { each: true }),
  );
}
