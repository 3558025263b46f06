package encore.infra.standalone;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Signs certificates for tests, and writes them as the settings of nodes name them. */
public record Authority(X509Bundle itself) {

    public static Authority named(String name) {
        try {
            return new Authority(new CertificateBuilder()
                    .subject("CN=" + name)
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned());
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A certificate without any host's name. */
    X509Bundle sign(String name, UnaryOperator<CertificateBuilder> use) {
        try {
            return use.apply(new CertificateBuilder().subject("CN=" + name)).buildIssuedBy(itself);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    public X509Bundle forNode(String name) {
        return sign(name, CertificateBuilder::addExtendedKeyUsageServerAuth);
    }

    public X509Bundle forGateway(String name) {
        return sign(name, CertificateBuilder::addExtendedKeyUsageClientAuth);
    }

    /** Writes the three files that a node needs into a directory, and returns the settings that name them. */
    public Map<String, String> write(X509Bundle certificate, Path directory) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("tls.crt"), certificate.getCertificatePathPEM());
            Files.writeString(directory.resolve("tls.key"), certificate.getPrivateKeyPEM());
            Files.writeString(directory.resolve("ca.crt"), itself.getCertificatePEM());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return settings(directory);
    }

    public static Map<String, String> settings(Path directory) {
        return Map.of(
                "ENCORE_PEER_TLS_CERT", directory.resolve("tls.crt").toString(),
                "ENCORE_PEER_TLS_KEY", directory.resolve("tls.key").toString(),
                "ENCORE_PEER_TLS_CA", directory.resolve("ca.crt").toString());
    }
}
