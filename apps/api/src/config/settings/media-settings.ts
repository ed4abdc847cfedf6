import { defaultFetchSettings, fetchableTypes, type FetchSettings } from '@org/hosted-tools';
import { ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { AreHosts, ArePorts } from '../checks/reachable-hosts.js';

/** `media` in service.yaml: URLs in requests that the service fetches itself. */
export class MediaSettings {
  /** Off: URLs are passed on to upstreams that fetch them, and omitted for others. */
  @IsBoolean()
  fetch: boolean = false;

  /** Maximum bytes per URL. */
  @IsInt()
  @Min(1024)
  @Max(268_435_456)
  maxBytes: number = defaultFetchSettings.maxBytes;

  /** Timeout per URL in milliseconds. */
  @IsInt()
  @Min(100)
  @Max(300_000)
  timeoutMs: number = defaultFetchSettings.timeoutMs;

  /** Maximum number of distinct URLs per request. */
  @IsInt()
  @Min(1)
  @Max(1000)
  maxUrlsPerRequest: number = defaultFetchSettings.maxPerRequest;

  /** Maximum concurrent fetches. */
  @IsInt()
  @Min(1)
  @Max(1000)
  concurrency: number = defaultFetchSettings.concurrency;

  /** Allowed hosts; `*.example.com` matches all subdomains. Default: all public hosts. */
  @IsOptional()
  @AreHosts()
  allowedHosts?: string[];

  /** Ports that may be fetched from. */
  @ArePorts()
  ports: number[] = [...defaultFetchSettings.ports];

  /** Accepted MIME types. */
  @IsArray()
  @ArrayMinSize(1)
  @IsIn(fetchableTypes, { each: true })
  types: string[] = [...fetchableTypes];
}

/** `undefined` when fetching is off. */
export function toFetchSettings({
  fetch,
  allowedHosts,
  maxUrlsPerRequest: maxPerRequest,
  ...settings
}: MediaSettings): FetchSettings | undefined {
  return fetch ? { ...settings, maxPerRequest, ...(allowedHosts === undefined ? {} : { allowedHosts }) } : undefined;
}
