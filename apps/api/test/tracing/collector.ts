// A span collector on loopback: it accepts OTLP over HTTP as JSON and records it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span. `kind`: 2 is server, 3 is client. `status`: 2 is an error. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** The bodies as they came. */
  readonly text: string;
  /** Resource attributes of the sender. */
  readonly resource: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}
interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}
interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status?: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
}
interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let text = '';
  let resource: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      text += body;
      for (const sent of (JSON.parse(body) as OtlpBody).resourceSpans) {
        resource = attributesOf(sent.resource.attributes);
        spans.push(...sent.scopeSpans.flatMap((scope) => scope.spans.map(toCollectedSpan)));
      }
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get text() {
      return text;
    },
    get resource() {
      return resource;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function toCollectedSpan({
  name,
  traceId,
  spanId,
  parentSpanId,
  kind,
  status,
  startTimeUnixNano,
  endTimeUnixNano,
  attributes,
}: OtlpSpan): CollectedSpan {
  const milliseconds = Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;
  return {
    name,
    traceId,
    spanId,
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    kind,
    status: status?.code,
    milliseconds,
    attributes: attributesOf(attributes),
  };
}

function attributesOf(list: readonly OtlpAttribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(list.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf({ stringValue, intValue, doubleValue, boolValue, arrayValue }: OtlpValue): unknown {
  return arrayValue === undefined
    ? (stringValue ?? boolValue ?? doubleValue ?? (intValue === undefined ? undefined : Number(intValue)))
    : arrayValue.values.map(valueOf);
}
