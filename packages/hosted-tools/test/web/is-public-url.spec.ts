import { isPublicUrl } from '#src/index.js';

describe('a URL that an upstream may be told to fetch', () => {
  it.each([
    'https://example.com/a.png',
    'http://example.com:80/a',
    'HTTPS://EXAMPLE.com:8443/a?b=c#d',
    'https://sub.example.co.uk.',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
    'https://xn--bcher-kva.example/x',
  ])('is public: %s', (url) => {
    expect(isPublicUrl(url)).toBe(true);
  });

  it.each([
    // Machines of the operator and of clouds.
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://10.0.0.1:80/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://[::1]/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://localhost/',
    'http://localhost./',
    'http://localhost../',
    'http://a.localhost/',
    'http://metadata/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://instance-data.ec2.internal/',
    'http://printer.local/',
    'http://router.lan/',
    'http://nas.home.arpa/',
    // Forms that parsers read differently.
    'http://2852039166/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://１６９.254.169.254/',
    'http://example.com\\@169.254.169.254/',
    'http://169.254.169.254\\@example.com/',
    'http://169.254.169.254#@example.com/',
    'http://example.com@169.254.169.254/',
    'http://user:secret@example.com/',
    'http:/example.com/',
    'http:example.com',
    ' http://example.com/',
    'http://exam\tple.com/',
    '//example.com/',
    // Other schemes.
    'file:///etc/passwd',
    'ftp://example.com/',
    'gs://bucket/object',
    's3://bucket/object',
    'gopher://example.com/',
    '',
    'x',
  ])('is not public: %j', (url) => {
    expect(isPublicUrl(url)).toBe(false);
  });

  it('may have the addresses that the installation counts as public', () => {
    expect(isPublicUrl('http://127.0.0.1:9/', (address) => address === '127.0.0.1')).toBe(true);
  });
});
