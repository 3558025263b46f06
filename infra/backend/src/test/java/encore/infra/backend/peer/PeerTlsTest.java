package encore.infra.backend.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.RequestContext;
import encore.infra.backend.peer.client.RSocketBackend;
import encore.infra.backend.peer.server.PeerServer;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.RevokedKey;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** Nodes that have certificates talk to those alone that have one of the same authority, though all know the secret. */
class PeerTlsTest {

    private static final ClusterSecret SECRET = new ClusterSecret("the cluster secret that the tests share");
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final X509Bundle OURS = authority("ours");
    private static final X509Bundle ANOTHER = authority("another");

    private final FakeSides side = new FakeSides();
    private final DefaultSslBundleRegistry nodes = new DefaultSslBundleRegistry("peer", bundle(forNodes(OURS), OURS));
    private final PeerServer server = server(PeerTls.of(nodes, "peer"));
    private final List<AutoCloseable> open = new ArrayList<>(List.of(server));
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(log);
        side.decides = request -> CompletableFuture.completedFuture(new CommandResult(new RevokedKey("k"), 5));
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).detachAppender(log);
        // What comes after a connection has gone is dropped, which Encore's logging leaves out.
        assertThat(log.list)
                .filteredOn(line -> !line.getLoggerName().equals("reactor.core.publisher.Operators"))
                .noneMatch(line -> line.getLevel() == Level.ERROR);
    }

    @Test
    void a_peer_with_a_certificate_of_the_authority_is_let_in() {
        assertThat(answered(gateway(forGateways(OURS), OURS))).isEqualTo(new RevokedKey("k"));
    }

    @Test
    void a_gateway_with_another_authoritys_certificate_is_refused() {
        refused(gateway(forGateways(ANOTHER), OURS));
    }

    @Test
    void a_gateway_without_a_certificate_is_refused() {
        refused(gateway(null, OURS));
    }

    @Test
    void a_gateway_without_tls_is_refused() {
        refused(gateway(PeerTls.NONE, server));
    }

    @Test
    void a_nodes_certificate_opens_no_other_node() {
        refused(gateway(forNodes(OURS), OURS));
    }

    @Test
    void a_gateway_sends_nothing_to_a_node_of_another_authority_nor_to_one_that_shows_a_gateways_certificate() {
        keepsAwayFrom(server(tls(bundle(forNodes(ANOTHER), OURS))));
        keepsAwayFrom(server(tls(bundle(forGateways(OURS), OURS))));
        keepsAwayFrom(server(PeerTls.NONE));
    }

    @Test
    void new_certificates_count_for_the_next_connection_and_those_that_stand_stay() {
        RSocketBackend before = gateway(forGateways(OURS), OURS);
        answered(before);
        nodes.updateBundle("peer", bundle(forNodes(ANOTHER), ANOTHER));
        answered(gateway(forGateways(ANOTHER), ANOTHER));
        refused(gateway(forGateways(OURS), OURS));
        answered(before);
    }

    @Test
    void a_gateways_new_certificate_counts_too() {
        var registry = new DefaultSslBundleRegistry("peer", bundle(forGateways(ANOTHER), OURS));
        RSocketBackend gateway = gateway(PeerTls.of(registry, "peer"), server);
        refused(gateway);
        registry.updateBundle("peer", bundle(forGateways(OURS), OURS));
        answered(gateway);
    }

    private RevokedKey answered(RSocketBackend gateway) {
        await().atMost(SOON).until(() -> gateway.nodes().stream().anyMatch(Backend.Node::up));
        return gateway.send(new Caller(7, "actor", RequestContext.defaults()), new RevokeKey(new KeyId(7, "k")))
                .block(SOON);
    }

    private void refused(RSocketBackend gateway) {
        log.list.clear();
        await().atMost(SOON)
                .until(() -> List.copyOf(log.list).stream()
                        .anyMatch(line -> line.getFormattedMessage().contains("without a certificate of ours")));
        assertThat(gateway.nodes()).hasSize(1).noneMatch(Backend.Node::up);
    }

    private void keepsAwayFrom(PeerServer node) {
        open.add(node);
        log.list.clear();
        RSocketBackend gateway = gateway(tls(bundle(forGateways(OURS), OURS)), node);
        await().atMost(SOON)
                .until(() -> List.copyOf(log.list).stream()
                        .anyMatch(line -> line.getFormattedMessage().contains("No connection to the command node")));
        assertThat(gateway.nodes()).hasSize(1).noneMatch(Backend.Node::up);
        gateway.close();
    }

    private RSocketBackend gateway(@Nullable X509Bundle certificate, X509Bundle authority) {
        return gateway(tls(bundle(certificate, authority)), server);
    }

    private RSocketBackend gateway(PeerTls tls, PeerServer node) {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port());
        RSocketBackend gateway = new RSocketBackend(() -> Set.of(address), Set::of, "gateway@test", SECRET, tls);
        open.add(gateway);
        return gateway;
    }

    private PeerServer server(PeerTls tls) {
        return PeerServer.of((CommandSide) side, "127.0.0.1", 0, "c1", SECRET, tls);
    }

    private static PeerTls tls(SslBundle bundle) {
        return PeerTls.of(new DefaultSslBundleRegistry("peer", bundle), "peer");
    }

    private static SslBundle bundle(@Nullable X509Bundle certificate, X509Bundle authority) {
        return SslBundle.of(new PemSslStoreBundle(
                certificate == null
                        ? null
                        : PemSslStoreDetails.forCertificate(certificate.getCertificatePathPEM())
                                .withPrivateKey(certificate.getPrivateKeyPEM()),
                PemSslStoreDetails.forCertificate(authority.getCertificatePEM())));
    }

    private static X509Bundle authority(String name) {
        return made(() -> new CertificateBuilder()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .buildSelfSigned());
    }

    private static X509Bundle forNodes(X509Bundle authority) {
        return made(() -> new CertificateBuilder()
                .subject("CN=node")
                .addExtendedKeyUsageServerAuth()
                .buildIssuedBy(authority));
    }

    private static X509Bundle forGateways(X509Bundle authority) {
        return made(() -> new CertificateBuilder()
                .subject("CN=gateway")
                .addExtendedKeyUsageClientAuth()
                .buildIssuedBy(authority));
    }

    private static X509Bundle made(Callable<X509Bundle> making) {
        try {
            return making.call();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
