/**
 * Secrets that are known by their form, a line a kind. Each pattern takes linear time: no part of it can match the same
 * text in two ways. What a first group matches stays.
 */
export const SECRET_KINDS = {
  'Anthropic, OpenAI and others': /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}/g,
  Stripe: /\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/g,
  'Google API key': /\bAIza[A-Za-z0-9_-]{20,}/g,
  'Google access token': /\bya29\.[A-Za-z0-9_-]{12,}/g,
  GitHub: /\bgh[opsur]_[A-Za-z0-9]{20,}/g,
  'GitHub, fine-grained': /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  GitLab: /\bglpat-[A-Za-z0-9_-]{16,}/g,
  Slack: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  'Slack hook': /(\bhooks\.slack\.com\/[a-z]{1,20}\/)[A-Za-z0-9/_-]{10,}/g,
  'AWS key id': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  'Hugging Face': /\bhf_[A-Za-z0-9]{16,}/g,
  Groq: /\bgsk_[A-Za-z0-9]{16,}/g,
  xAI: /\bxai-[A-Za-z0-9]{16,}/g,
  Perplexity: /\bpplx-[A-Za-z0-9]{16,}/g,
  Replicate: /\br8_[A-Za-z0-9]{16,}/g,
  npm: /\bnpm_[A-Za-z0-9]{16,}/g,
  PyPI: /\bpypi-[A-Za-z0-9_-]{16,}/g,
  SendGrid: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  DigitalOcean: /\bdo[opr]_v1_[a-f0-9]{32,}/g,
  age: /\bAGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{20,}/gi,
  'JSON web token': /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  // An encrypted one has headers with hyphens before its text.
  'private key':
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-{1,4}(?!-)[^-]*)*(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  'authorization scheme': /\b((?:Bearer|Basic)\s{1,4})[A-Za-z0-9._~+/=-]{8,}/gi,
  'authorization header': /\b(Authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:Token|Api-?Key|Key)\s{1,4})[^\s"',;]{4,}/gi,
  'named value':
    /((?:api[_-]?key|account[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|password|passwd|secret)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',;&]{4,}/gi,
  // Not after a colon, as in "Unexpected token: name", and not the variable PWD, which is a folder.
  'named value of a query or a connection': /((?:token|pwd)=["']?)(?!\/)[^\s"',;&]{4,}/gi,
  'password in an address': /(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}(?=@)/g,
} satisfies Readonly<Record<string, RegExp>>;
