package encore.query.addresses;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.addresses.AddressEvent.AddressForgotten;
import encore.kernel.addresses.AddressEvent.AddressMonitored;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressQuery.FindMonitoredAddresses;
import encore.kernel.addresses.MonitoredAddress;
import encore.query.documents.Keyset;
import encore.query.projection.ControlPublisher;
import encore.query.projection.ControlSource;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** Keeps the addresses that accounts monitor: as documents for queries, and as a control stream for every gateway. */
@Component
class AddressesProjection implements ControlSource {

    private static final Collection<StoredAddress> ADDRESSES =
            Collection.of("addresses", StoredAddress.class, Index.on("account", "position"));
    private static final Keyset<StoredAddress> OLDEST_FIRST =
            Keyset.byNumber(ADDRESSES, "position", StoredAddress::position);

    @GuardedBy("this")
    private final Map<AddressId, ControlMessage> controlByAddress = new LinkedHashMap<>();

    private final ControlPublisher publisher = new ControlPublisher();

    record StoredAddress(
            long account,
            long position,
            String uid,
            String ipAddress,
            @Nullable Long pageTabId,
            boolean isBlocked,
            Instant at) {

        MonitoredAddress toMonitoredAddress() {
            return new MonitoredAddress(pageTabId, ipAddress, isBlocked, at);
        }

        ControlMessage toControl() {
            return new ControlMessage.MonitoredAddress(account, uid, ipAddress, pageTabId, isBlocked);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("addresses", List.of(ADDRESSES));
    }

    @EventHandler
    void on(AddressMonitored event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StoredAddress storedAddress = stored(event, recordedEvent);
        if (storedAddress != null) {
            documents.put(ADDRESSES, event.address().toString(), storedAddress);
        }
    }

    @EventHandler
    void on(AddressForgotten event, Documents.Batch documents) {
        documents.remove(ADDRESSES, event.address().toString());
    }

    /** Returns null for an address that was forgotten since: its value can no longer be decrypted. */
    private static @Nullable StoredAddress stored(AddressMonitored event, RecordedEvent recordedEvent) {
        AddressId address = event.address();
        return event.ipAddress() == null
                ? null
                : new StoredAddress(
                        address.account(),
                        recordedEvent.position(),
                        address.uid(),
                        event.ipAddress(),
                        event.pageTabId(),
                        event.isBlocked(),
                        recordedEvent.at());
    }

    @QueryHandler
    List<MonitoredAddress> find(FindMonitoredAddresses query, Documents documents) {
        return OLDEST_FIRST
                .all(documents, Where.equal("account", query.account()))
                .map(StoredAddress::toMonitoredAddress)
                .toList();
    }

    @Override
    public synchronized void load(Documents documents) {
        publisher.disconnectAll();
        controlByAddress.clear();
        Iterable<StoredAddress> all =
                () -> Keyset.byKey(ADDRESSES).all(documents, Where.all()).iterator();
        for (StoredAddress storedAddress : all) {
            controlByAddress.put(
                    new AddressId(storedAddress.account(), storedAddress.uid()), storedAddress.toControl());
        }
    }

    @Override
    public synchronized void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            switch (recordedEvent.event()) {
                case AddressMonitored event -> monitored(stored(event, recordedEvent));
                case AddressForgotten event -> forgotten(event.address());
                default -> {}
            }
        }
    }

    @GuardedBy("this")
    private void monitored(@Nullable StoredAddress storedAddress) {
        if (storedAddress != null) {
            controlByAddress.put(
                    new AddressId(storedAddress.account(), storedAddress.uid()), storedAddress.toControl());
            publisher.publish(storedAddress.toControl());
        }
    }

    @GuardedBy("this")
    private void forgotten(AddressId address) {
        if (controlByAddress.remove(address) != null) {
            publisher.publish(new ControlMessage.ForgottenAddress(address.account(), address.uid()));
        }
    }

    @Override
    public synchronized Flux<ControlMessage> follow(long reached) {
        return publisher.follow(List.copyOf(controlByAddress.values()), reached);
    }
}
