import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Signed = { readonly cert: string; readonly key: string };

/**
 * Certificates made by `openssl`, as an administrator of a TAK server makes them: one authority, a server, a client; and
 * a stranger, who signed their own.
 */
export function makeCertificates(): {
  readonly ca: string;
  readonly server: Signed;
  readonly client: Signed;
  readonly stranger: Signed;
} {
  const folder = mkdtempSync(join(tmpdir(), "tak-tls-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { stdio: "pipe", cwd: folder });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const signOwn = (name: string, subject: string) =>
    openssl("req", "-x509", ...newKey, ...`-keyout ${name}.key -out ${name}.pem -days 2 -subj`.split(" "), subject);
  const signedBy = (name: string): Signed => ({
    cert: readFileSync(at(`${name}.pem`), "utf8"),
    key: readFileSync(at(`${name}.key`), "utf8"),
  });
  signOwn("ca", "/CN=Test authority");
  signOwn("stranger", "/CN=stranger");
  const sign = (name: string, extension: string): Signed => {
    writeFileSync(at(`${name}.ext`), extension);
    openssl("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      ...authority,
      "-days",
      "2",
      "-extfile",
      `${name}.ext`,
      "-out",
      `${name}.pem`,
    );
    return signedBy(name);
  };
  try {
    const server = sign("server", "subjectAltName=IP:127.0.0.1");
    const client = sign("client", "extendedKeyUsage=clientAuth");
    return { ca: readFileSync(at("ca.pem"), "utf8"), server, client, stranger: signedBy("stranger") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
