import { defaultFetchSettings, fetchableTypes, type FetchSettings } from '@org/hosted-tools';
import { ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { AreHosts, ArePorts } from '../checks/reachable-hosts.js';

/** `media` in service.yaml: URLs in requests that the service fetches itself. */
export class MediaSettings {
  /** Off: URLs are passed on to upstreams that fetch them, and left out for others. */
  @IsBoolean()
  fetch: boolean = false;

  /** Most bytes behind one URL. */
  @IsInt()
  @Min(1024)
  @Max(268_435_456)
  maxBytes: number = defaultFetchSettings.maxBytes;

  /** Milliseconds that one URL may take. */
  @IsInt()
  @Min(100)
  @Max(300_000)
  timeoutMs: number = defaultFetchSettings.timeoutMs;

  /** Most different URLs of one request. */
  @IsInt()
  @Min(1)
  @Max(1000)
  maxUrlsPerRequest: number = defaultFetchSettings.maxPerRequest;

  /** Most URLs that are fetched at once. */
  @IsInt()
  @Min(1)
  @Max(1000)
  concurrency: number = defaultFetchSettings.concurrency;

  /** Hosts that may be fetched from; `*.example.com` stands for all below it. Default: all that are public. */
  @IsOptional()
  @AreHosts()
  allowedHosts?: string[];

  /** Ports that may be fetched from. */
  @ArePorts()
  ports: number[] = [...defaultFetchSettings.ports];

  /** MIME types that are taken. */
  @IsArray()
  @ArrayMinSize(1)
  @IsIn(fetchableTypes, { each: true })
  types: string[] = [...fetchableTypes];
}

/** `undefined` when nothing is fetched. */
export function toFetchSettings({
  fetch,
  allowedHosts,
  maxUrlsPerRequest: maxPerRequest,
  ...settings
}: MediaSettings): FetchSettings | undefined {
  return fetch ? { ...settings, maxPerRequest, ...(allowedHosts === undefined ? {} : { allowedHosts }) } : undefined;
}
