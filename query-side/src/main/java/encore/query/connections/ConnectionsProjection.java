package encore.query.connections;

import static encore.kernel.connections.ConnectionStatus.APPROVED;
import static encore.kernel.connections.ConnectionStatus.DECLINED;
import static encore.kernel.connections.ConnectionStatus.PENDING;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.connections.ConnectedFan;
import encore.kernel.connections.ConnectionEvent;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionDeclined;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.connections.ConnectionQuery.FindApprovedConnections;
import encore.kernel.connections.ConnectionQuery.FindConnectedFans;
import encore.kernel.connections.ConnectionStatus;
import encore.kernel.connections.ConnectionsOfFans;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps each connection twice, once for each of its fans, ordered by the position of its last change. */
@Component
class ConnectionsProjection implements Projection.Segmented {

    private static final Collection<Seen> CONNECTIONS = Collection.of(
            "connections", Seen.class, Index.on("fanId", "position"), Index.on("fanId", "status", "position"));

    private static final Keyset<Seen> LAST_UPDATED_FIRST =
            Keyset.byNumber(CONNECTIONS, "position", Seen::position).descending();

    /**
     * A connection as one of its fans sees it.
     *
     * @param account the account of both fans
     * @param fanId the fan whose view this is
     * @param status the word of the {@link ConnectionStatus}
     * @param position the position of the last change
     */
    record Seen(long account, long fanId, String status, long position, ConnectedFan other) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("connections", List.of(CONNECTIONS));
    }

    @Override
    public Stream<String> keys(Recorded recorded) {
        if (recorded.event() instanceof ConnectionEvent event) {
            ConnectionId pair = event.connection();
            return Stream.of(key(pair, pair.low()), key(pair, pair.high()));
        }
        return Stream.empty();
    }

    @EventHandler
    void on(ConnectionRequested event, Recorded recorded, Documents.Batch documents) {
        ConnectionId pair = event.connection();
        put(pair, pair.low(), PENDING, event.requestedBy(), recorded, documents);
        put(pair, pair.high(), PENDING, event.requestedBy(), recorded, documents);
    }

    @EventHandler
    void on(ConnectionApproved event, Recorded recorded, Documents.Batch documents) {
        decided(event.connection(), APPROVED, recorded, documents);
    }

    @EventHandler
    void on(ConnectionDeclined event, Recorded recorded, Documents.Batch documents) {
        decided(event.connection(), DECLINED, recorded, documents);
    }

    @EventHandler
    void on(ConnectionEnded event, Recorded recorded, Documents.Batch documents) {
        ConnectionId pair = event.connection();
        documents.remove(CONNECTIONS, key(pair, pair.low()));
        documents.remove(CONNECTIONS, key(pair, pair.high()));
    }

    private static void decided(
            ConnectionId pair, ConnectionStatus status, Recorded recorded, Documents.Batch documents) {
        for (long fan : new long[] {pair.low(), pair.high()}) {
            Seen before = documents.get(CONNECTIONS, key(pair, fan));
            if (before != null) {
                long other = before.other().fanId();
                put(pair, fan, status, before.other().isRequester() ? other : fan, recorded, documents);
            }
        }
    }

    private static void put(
            ConnectionId pair,
            long fan,
            ConnectionStatus status,
            long requestedBy,
            Recorded recorded,
            Documents.Batch documents) {
        long other = pair.otherThan(fan);
        documents.put(
                CONNECTIONS,
                key(pair, fan),
                new Seen(
                        pair.account(),
                        fan,
                        status.word(),
                        recorded.position(),
                        new ConnectedFan(other, status, other == requestedBy, recorded.at())));
    }

    private static String key(ConnectionId pair, long fan) {
        return pair.account() + "." + fan + "." + pair.otherThan(fan);
    }

    @QueryHandler
    ConnectionsOfFans find(FindApprovedConnections query, Documents documents) {
        Where approved = Where.all(Where.equal("account", query.account()), Where.equal("status", APPROVED.word()));
        List<Seen> seen = documents.findAll(CONNECTIONS, new Where.In("fanId", query.fanIds()), approved);
        return new ConnectionsOfFans(seen.stream()
                .sorted(Comparator.comparingLong(Seen::position).reversed())
                .collect(groupingBy(Seen::fanId, mapping(one -> one.other().fanId(), toList()))));
    }

    @QueryHandler
    List<ConnectedFan> find(FindConnectedFans query, Documents documents) {
        List<String> words =
                query.statuses().stream().map(ConnectionStatus::word).sorted().toList();
        Where wanted = Where.all(
                Where.equal("account", query.account()),
                Where.equal("fanId", query.fanId()),
                words.size() == 1 ? Where.equal("status", words.getFirst()) : new Where.In("status", words));
        return LAST_UPDATED_FIRST
                .all(documents, wanted)
                .limit(query.limit() == null ? Long.MAX_VALUE : query.limit())
                .map(Seen::other)
                .toList();
    }
}
