package encore.query.connections;

import static encore.kernel.connections.ConnectionStatus.APPROVED;
import static encore.kernel.connections.ConnectionStatus.DECLINED;
import static encore.kernel.connections.ConnectionStatus.PENDING;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
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
import encore.kernel.connections.ConnectionsByFan;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps each connection twice, once for each of its fans, ordered by the position of its last change. */
@Component
class ConnectionsProjection implements Projection.Partitioned {

    private static final Collection<StoredConnection> CONNECTIONS = Collection.of(
            "connections",
            StoredConnection.class,
            Index.on("fanId", "position"),
            Index.on("fanId", "status", "position"));

    private static final Keyset<StoredConnection> LAST_UPDATED_FIRST =
            Keyset.byNumber(CONNECTIONS, "position", StoredConnection::position).descending();

    /**
     * A connection as one of its fans sees it.
     *
     * @param account the account of both fans
     * @param fanId the fan whose view this is
     * @param status the word of the {@link ConnectionStatus}
     * @param position the position of the last change
     */
    record StoredConnection(long account, long fanId, String status, long position, ConnectedFan other) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("connections", List.of(CONNECTIONS));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        if (recordedEvent.event() instanceof ConnectionEvent event) {
            ConnectionId pair = event.connection();
            return Stream.of(key(pair, pair.low()), key(pair, pair.high()));
        }
        return Stream.empty();
    }

    @EventHandler
    void on(ConnectionRequested event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ConnectionId pair = event.connection();
        put(pair, pair.low(), PENDING, event.requestedBy(), recordedEvent, documents);
        put(pair, pair.high(), PENDING, event.requestedBy(), recordedEvent, documents);
    }

    @EventHandler
    void on(ConnectionApproved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        changeStatus(event.connection(), APPROVED, recordedEvent, documents);
    }

    @EventHandler
    void on(ConnectionDeclined event, RecordedEvent recordedEvent, Documents.Batch documents) {
        changeStatus(event.connection(), DECLINED, recordedEvent, documents);
    }

    @EventHandler
    void on(ConnectionEnded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ConnectionId pair = event.connection();
        documents.remove(CONNECTIONS, key(pair, pair.low()));
        documents.remove(CONNECTIONS, key(pair, pair.high()));
    }

    private static void changeStatus(
            ConnectionId pair, ConnectionStatus status, RecordedEvent recordedEvent, Documents.Batch documents) {
        for (long fan : new long[] {pair.low(), pair.high()}) {
            StoredConnection before = documents.get(CONNECTIONS, key(pair, fan));
            if (before != null) {
                long other = before.other().fanId();
                put(pair, fan, status, before.other().isRequester() ? other : fan, recordedEvent, documents);
            }
        }
    }

    private static void put(
            ConnectionId pair,
            long fan,
            ConnectionStatus status,
            long requestedBy,
            RecordedEvent recordedEvent,
            Documents.Batch documents) {
        long other = pair.otherThan(fan);
        documents.put(
                CONNECTIONS,
                key(pair, fan),
                new StoredConnection(
                        pair.account(),
                        fan,
                        status.word(),
                        recordedEvent.position(),
                        new ConnectedFan(other, status, other == requestedBy, recordedEvent.at())));
    }

    private static String key(ConnectionId pair, long fan) {
        return pair.account() + "." + fan + "." + pair.otherThan(fan);
    }

    @QueryHandler
    ConnectionsByFan find(FindApprovedConnections query, Documents documents) {
        Where approved = Where.all(Where.equal("account", query.account()), Where.equal("status", APPROVED.word()));
        List<StoredConnection> connections =
                documents.findAll(CONNECTIONS, new Where.In("fanId", query.fanIds()), approved);
        return new ConnectionsByFan(connections.stream()
                .sorted(Comparator.comparingLong(StoredConnection::position).reversed())
                .collect(groupingBy(
                        StoredConnection::fanId, mapping(one -> one.other().fanId(), toList()))));
    }

    @QueryHandler
    List<ConnectedFan> find(FindConnectedFans query, Documents documents) {
        List<String> words =
                query.statuses().stream().map(ConnectionStatus::word).sorted().toList();
        Where condition = Where.all(
                Where.equal("account", query.account()),
                Where.equal("fanId", query.fanId()),
                words.size() == 1 ? Where.equal("status", words.getFirst()) : new Where.In("status", words));
        return LAST_UPDATED_FIRST
                .all(documents, condition)
                .limit(query.limit() == null ? Long.MAX_VALUE : query.limit())
                .map(StoredConnection::other)
                .toList();
    }
}
