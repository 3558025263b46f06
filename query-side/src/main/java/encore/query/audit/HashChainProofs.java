package encore.query.audit;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.heads.HeadSigner;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HashChain;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Refusal;
import encore.kernel.audit.AuditQuery.FindHeadKeys;
import encore.kernel.audit.AuditQuery.FindHeads;
import encore.kernel.audit.AuditQuery.FindProof;
import encore.kernel.audit.HeadAndProof;
import encore.kernel.audit.HeadKey;
import encore.kernel.audit.Proof;
import encore.kernel.audit.SignedHead;
import encore.kernel.paging.Page;
import encore.query.projection.QueryComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers signed heads of the hash chain, and proofs that an event is in the chain up to a head. */
@Component
class HashChainProofs implements QueryComponent {

    /** The most leaves in one answer. A caller whose head is further away gets there by the signed heads in between. */
    private static final long MAX_LEAVES = 10_000;

    private static final HexFormat HEX = HexFormat.of();

    /** The longest wait for an event that another process has just written. */
    private static final Duration FOLLOW_TIMEOUT = Duration.ofMillis(200);

    private final EventLog log;
    private final HashChain chain;
    private final HeadSigner signer;
    private final HeadStore heads;

    HashChainProofs(EventLog log, KeyStore keys, HeadStore heads) {
        this.log = log;
        this.heads = heads;
        this.chain = new HashChain(log);
        this.signer = HeadSigner.of(keys);
    }

    @QueryHandler
    HeadAndProof find(FindProof query) {
        Proof proof = query.position() == null ? null : proof(query.account(), query.position(), query.to());
        long head = log.head();
        return new HeadAndProof(sign(head, head == 0 ? LogHash.genesis() : chain.headAt(head)), proof);
    }

    private SignedHead sign(long position, byte[] hash) {
        return signer.sign(position, hash, System.currentTimeMillis());
    }

    @QueryHandler
    Page<SignedHead> find(FindHeads query) {
        String after = query.paging().after();
        int limit = query.paging().limit();
        List<SignedHead> found = heads.after(after == null ? 0 : Long.parseLong(after), limit + 1);
        return Page.of(found, limit, head -> String.valueOf(head.at()), log.head());
    }

    @QueryHandler
    List<HeadKey> find(FindHeadKeys query) {
        return List.of(new HeadKey("Ed25519", HEX.formatHex(signer.publicKey())));
    }

    private Proof proof(long account, long position, @Nullable Long wanted) {
        log.awaitPosition(position, FOLLOW_TIMEOUT);
        List<StoredEvent> found = position < 1 || position > log.head() ? List.of() : log.read(position - 1, 1);
        if (found.isEmpty() || !belongsTo(found.getFirst().stream(), account)) {
            throw Refusal.unknown("There is no event of this account at this position.");
        }
        StoredEvent event = found.getFirst();
        LogHash.Commit commit = chain.commitOf(event);
        long to = wanted == null ? commit.first() + commit.count() - 1 : wanted;
        if (to < position || to > log.head() || to - position > MAX_LEAVES) {
            throw new Refusal(
                    RULE, "head-out-of-reach", "to", "The head must be at the event or up to 10,000 events after it.");
        }
        byte[] previous = position == 1 ? LogHash.genesis() : chain.headAt(position - 1);
        List<byte[]> leaves = chain.leaves(position - 1, to);
        return new Proof(
                new Proof.Commit(
                        commit.format(), commit.first(), commit.count(), commit.at(), HEX.formatHex(commit.id())),
                new Proof.Row(
                        position,
                        event.stream(),
                        event.sequence(),
                        event.type(),
                        event.revision(),
                        new String(event.metadata(), StandardCharsets.UTF_8),
                        new String(event.payload(), StandardCharsets.UTF_8)),
                HEX.formatHex(previous),
                HEX.formatHex(leaves.getFirst()),
                leaves.stream().skip(1).map(HEX::formatHex).toList(),
                sign(to, HashChain.fold(previous, leaves)));
    }

    /** Returns whether a stream belongs to an account. Streams are named {@code <kind>.<account>.<rest>}. */
    private static boolean belongsTo(String stream, long account) {
        int dot = stream.indexOf('.');
        return dot >= 0 && (stream + ".").startsWith("." + account + ".", dot);
    }
}
