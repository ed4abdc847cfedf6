// The files of `deploy/` agree with the service, and give it no more rights than it needs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { fileNames } from '../../apps/api/dist/config/environment.js';
import { readServiceFile } from '../../apps/api/dist/config/load-config.js';
import { root } from '../setup/install.mjs';
import { serviceArguments, serviceEnvironment } from '../setup/service-arguments.mjs';

const folder = join(root, 'deploy/kubernetes');
const read = (path) => readFileSync(join(root, path), 'utf8');
const fileVariables = fileNames.map((name) => `${name}_FILE`);
const { paths } = JSON.parse(read('docs/reference/openapi.json'));

describe('the manifests for Kubernetes', () => {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  const objects = kustomization.resources.flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => document.toJS()),
  );
  const named = (kind, name = 'model-response-service') =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const { spec: deployment } = named('Deployment');
  const { spec: pod } = deployment.template;
  const [container] = pod.containers;
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');

  it('run the container without rights, tokens and a writable root', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(named('ServiceAccount', pod.serviceAccountName).automountServiceAccountToken).toBe(false);
    expect(pod.containers).toHaveLength(1);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const name of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod[name]).toBeUndefined();
    expect(named('Namespace').metadata.labels['pod-security.kubernetes.io/enforce']).toBe('restricted');
  });

  it('run as the user of the image, and let it write to its volume alone', () => {
    expect(/^USER (\d+):(\d+)$/m.exec(read('Dockerfile'))?.slice(1).map(Number)).toEqual([
      pod.securityContext.runAsUser,
      pod.securityContext.runAsGroup,
    ]);
    expect(read('Dockerfile')).toContain('DATA_DIR=/data');
    const writable = container.volumeMounts.filter(({ readOnly }) => readOnly !== true);
    expect(writable.map(({ mountPath }) => mountPath)).toEqual(['/data']);
  });

  it('limit memory and disk', () => {
    expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory', 'ephemeral-storage']);
    expect(Object.keys(container.resources.limits)).toEqual(['memory', 'ephemeral-storage']);
    const [data] = pod.volumes.filter(({ emptyDir }) => emptyDir !== undefined);
    expect(data.emptyDir.sizeLimit).toBeDefined();
  });

  it('probe routes of the service on its port', () => {
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet);
    expect(probes.map(({ path }) => path)).toEqual(['/health/live', '/health/live', '/health/ready']);
    for (const { path, port } of probes) {
      expect(paths[path]).toBeDefined();
      expect(container.ports.find(({ name }) => name === port).containerPort).toBe(8080);
    }
  });

  it('give secrets as files of variables that the service reads', () => {
    const variables = container.env.map(({ name }) => name).filter((name) => name.endsWith('_FILE'));
    expect(variables.toSorted()).toEqual(fileVariables.toSorted());
    for (const { name, value } of container.env.filter((one) => one.name.endsWith('_FILE')))
      expect(value).toBe(
        `/secrets/${name
          .replace(/_FILE$/, '')
          .replaceAll('_', '-')
          .toLowerCase()}`,
      );
    expect(container.envFrom).toBeUndefined();
  });

  it('have a configuration that the service reads, with the times of the pod', () => {
    const [{ files }] = kustomization.configMapGenerator;
    const [key, path] = files[0].split('=');
    expect(container.env.find(({ name }) => name === 'SERVICE_CONFIG').value).toBe(`/config/${key}`);
    const { shutdown, metrics } = readServiceFile(join(folder, path));
    expect(pod.terminationGracePeriodSeconds).toBe(shutdown.announceSeconds + shutdown.graceSeconds + 10);
    expect(container.ports.find(({ name }) => name === 'metrics').containerPort).toBe(metrics.port);
  });

  it('select the pods in the service, the disruption budget and the policies', () => {
    const { labels } = deployment.template.metadata;
    expect(deployment.selector.matchLabels).toEqual(labels);
    expect(named('Service').spec.selector).toEqual(labels);
    expect(named('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(deployment.replicas).toBeGreaterThan(named('PodDisruptionBudget').spec.maxUnavailable);
    for (const { metadata, spec } of policies)
      expect(spec.podSelector).toEqual(metadata.name === 'deny-all' ? {} : { matchLabels: labels });
  });

  it('permit traffic from the gateway and the monitoring, and to names, the database, upstreams and public https', () => {
    expect(policies.map(({ metadata }) => metadata.name)).toEqual([
      'deny-all',
      'from-gateway',
      'from-monitoring',
      'to-dns',
      'to-database',
      'to-upstreams',
      'to-public-https',
    ]);
    expect(policies[0].spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const rules = policies.slice(1).flatMap(({ spec }) => [...(spec.ingress ?? []), ...(spec.egress ?? [])]);
    expect(rules).toHaveLength(6);
    // A rule without peers or ports permits all of them.
    for (const { from, to, ports } of rules) {
      expect((from ?? to).length).toBeGreaterThan(0);
      expect(ports.length).toBeGreaterThan(0);
    }
    const [{ ipBlock }] = policies.at(-1).spec.egress[0].to;
    expect(ipBlock.except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10']),
    );
  });

  it('take the namespaces of the policies from values.yaml', () => {
    const { data } = named('ConfigMap', 'values');
    const used = kustomization.replacements.map(({ source, targets: [{ select, fieldPaths }] }) => {
      const object = objects.find(({ kind, metadata }) => kind === select.kind && metadata.name === select.name);
      // A dot in a key is escaped.
      const keys = fieldPaths[0].split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'));
      const name = source.fieldPath.replace('data.', '');
      expect(keys.reduce((value, key) => value?.[key], object)).toBe(data[name]);
      return name;
    });
    expect(used).toEqual(Object.keys(data));
  });
});

describe('the unit for systemd', () => {
  const unit = read('deploy/systemd/model-response-service.service');
  const lines = unit.split('\n').filter((line) => /^[A-Z]\w*=/.test(line));
  const valuesOf = (name) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

  it('starts the service as npm start does', () => {
    expect(valuesOf('ExecStart')).toEqual([
      `/opt/model-response-service/node_modules/.bin/node ${serviceArguments('apps/api/dist/bundle/main.js').join(' ')}`,
    ]);
    expect(valuesOf('Environment')).toEqual(
      expect.arrayContaining(Object.entries(serviceEnvironment).map(([name, value]) => `${name}=${value}`)),
    );
  });

  it('runs the service as a user of its own, which writes to its state directory alone', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'DynamicUser=yes',
        'StateDirectory=model-response-service',
        'Environment=DATA_DIR=%S/model-response-service',
        'ProtectSystem=strict',
        'ProtectHome=yes',
        'PrivateTmp=yes',
        'PrivateDevices=yes',
        'UMask=0077',
      ]),
    );
    expect(valuesOf('ReadWritePaths')).toEqual([]);
  });

  it('takes privileges, system calls and resources from the service', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'NoNewPrivileges=yes',
        'CapabilityBoundingSet=',
        'RestrictNamespaces=yes',
        'SystemCallArchitectures=native',
        'MemoryMax=2G',
        'LimitNOFILE=65536',
        'LimitCORE=0',
      ]),
    );
    expect(valuesOf('SystemCallFilter')).toEqual(['@system-service', '~@privileged']);
    // V8 compiles to memory that is executed, and the service does not report to a watchdog.
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
    expect(valuesOf('WatchdogSec')).toEqual([]);
  });

  it('gives secrets as credentials, whose files the service reads', () => {
    const credentials = valuesOf('LoadCredential').map((value) => value.split(':')[0]);
    const variables = valuesOf('Environment').filter((value) => value.includes('%d/'));
    expect(variables).toEqual(credentials.map((name) => `${name.toUpperCase().replaceAll('-', '_')}_FILE=%d/${name}`));
    for (const variable of variables) expect(fileVariables).toContain(variable.split('=')[0]);
  });

  it('waits until the service has stopped', () => {
    const { announceMs, graceMs } = { announceMs: 0, graceMs: 20_000 };
    expect(Number(valuesOf('TimeoutStopSec')[0]) * 1000).toBeGreaterThanOrEqual(announceMs + graceMs + 10_000);
    expect(valuesOf('KillMode')).toEqual(['mixed']);
  });
});

it('the guides name the files', () => {
  for (const [page, path] of [
    ['docs/guides/systemd.md', 'deploy/systemd/model-response-service.service'],
    ['docs/guides/kubernetes.md', 'deploy/kubernetes'],
  ]) {
    expect(read(page)).toContain(path);
    expect(existsSync(join(root, path))).toBe(true);
  }
});
