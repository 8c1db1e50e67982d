import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';
import { SECRET_KINDS } from './secret-kinds.ts';

const LETTERS = 'a1B2c3D4e5F6g7H8i9J0';
const HEX = '0123456789abcdef';
const PEM = ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-256-CBC,0A1B', '', LETTERS].join('\n');

/** One of each kind, and what stays of it. They are put together here, so that no secret scanner reports this file. */
const SAMPLES: Readonly<Record<keyof typeof SECRET_KINDS, readonly (readonly [secret: string, shown: string])[]>> = {
  'Anthropic, OpenAI and others': [
    [`sk-ant-api03-${LETTERS}`, '[redacted]'],
    [`sk-proj-${LETTERS}`, '[redacted]'],
  ],
  Stripe: [[`sk_live_${LETTERS}`, '[redacted]']],
  'Google API key': [[`AIza${LETTERS}xyz`, '[redacted]']],
  'Google access token': [[`ya29.${LETTERS}`, '[redacted]']],
  GitHub: [[`ghp_${LETTERS}`, '[redacted]']],
  'GitHub, fine-grained': [[`github_pat_${LETTERS}`, '[redacted]']],
  GitLab: [[`glpat-${LETTERS}`, '[redacted]']],
  Slack: [[`xoxb-1234567890-${LETTERS}`, '[redacted]']],
  'Slack hook': [[`https://hooks.slack.com/services/T0/B0/${LETTERS}`, 'https://hooks.slack.com/services/[redacted]']],
  'AWS key id': [[`AKIA${LETTERS.slice(0, 16).toUpperCase()}`, '[redacted]']],
  'Hugging Face': [[`hf_${LETTERS}`, '[redacted]']],
  Groq: [[`gsk_${LETTERS}`, '[redacted]']],
  xAI: [[`xai-${LETTERS}`, '[redacted]']],
  Perplexity: [[`pplx-${LETTERS}`, '[redacted]']],
  Replicate: [[`r8_${LETTERS}`, '[redacted]']],
  npm: [[`npm_${LETTERS}`, '[redacted]']],
  PyPI: [[`pypi-${LETTERS}_-`, '[redacted]']],
  SendGrid: [[`SG.${LETTERS}.${LETTERS}`, '[redacted]']],
  DigitalOcean: [[`dop_v1_${HEX}${HEX}`, '[redacted]']],
  age: [[`AGE-SECRET-KEY-1${LETTERS.toUpperCase()}`, '[redacted]']],
  'JSON web token': [[`eyJhbGciOiJI.eyJzdWIiOiIx.${LETTERS}`, '[redacted]']],
  'private key': [
    [`-----BEGIN PRIVATE KEY-----\n${LETTERS}\n-----END PRIVATE KEY-----`, '[redacted]'],
    [`-----BEGIN RSA PRIVATE KEY-----\n${PEM}\n-----END RSA PRIVATE KEY-----`, '[redacted]'],
    [`-----BEGIN ENCRYPTED PRIVATE KEY-----\n${LETTERS} and the rest is missing`, '[redacted]'],
    [`-----BEGIN PGP PRIVATE KEY BLOCK-----\n${LETTERS}\n-----END PGP PRIVATE KEY BLOCK-----`, '[redacted]'],
  ],
  'authorization scheme': [
    [`Authorization: Bearer ${LETTERS}`, 'Authorization: Bearer [redacted]'],
    [`Proxy-Authorization: Basic ${LETTERS}==`, 'Proxy-Authorization: Basic [redacted]'],
  ],
  'authorization header': [[`"Authorization": "Token ${LETTERS}"`, '"Authorization": "Token [redacted]"']],
  'named value': [
    ['{"api_key":"abcd1234"}', '{"api_key":"[redacted]"}'],
    ['password=abcd1234&x=1', 'password=[redacted]&x=1'],
    [`AccountName=a;AccountKey=${LETTERS}==;x`, 'AccountName=a;AccountKey=[redacted];x'],
    [`aws_secret_access_key = ${LETTERS}/+`, 'aws_secret_access_key = [redacted]'],
  ],
  'named value of a query or a connection': [
    [`/feed?token=${LETTERS}&x=1`, '/feed?token=[redacted]&x=1'],
    ['uid=me;pwd=hunter2;', 'uid=me;pwd=[redacted];'],
  ],
  'password in an address': [['http://me:hunter2@proxy:80', 'http://me:[redacted]@proxy:80']],
};

describe('a secret of a known form', () => {
  it.each(Object.entries(SAMPLES).flatMap(([kind, samples]) => samples.map((sample) => [kind, ...sample] as const)))(
    'is removed: %s',
    (_kind, secret, shown) => {
      expect(createRedactor()(`It said: ${secret}`)).toBe(`It said: ${shown}`);
    },
  );

  it.each(Object.entries(SECRET_KINDS))('is needed in the table: %s', (kind, pattern) => {
    for (const [secret] of SAMPLES[kind as keyof typeof SAMPLES]) expect(secret.replace(pattern, '')).not.toBe(secret);
  });
});

it.each([
  'Unexpected token: identifier (3:14)',
  'PWD=/project/folder',
  'max_tokens: 4096, tokens: 2048',
  'The basic idea: the bearer of this letter',
  'https://api.example.com:8443/v1 refused the connection',
  'npm_config_cache is /tmp/npm_cache',
  'authorization: required',
])('keeps what is no secret: %s', (text) => {
  expect(createRedactor()(text)).toBe(text);
});
