package encore.query.addresses;

import encore.infra.backend.Control;
import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.addresses.AddressEvent.AddressForgotten;
import encore.kernel.addresses.AddressEvent.AddressMonitored;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressQuery.FindMonitoredAddresses;
import encore.kernel.addresses.MonitoredAddress;
import encore.query.projection.ControlNews;
import encore.query.projection.ControlSource;
import encore.query.projection.Keyset;
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

    private static final Collection<Stored> ADDRESSES =
            Collection.of("addresses", Stored.class, Index.on("account", "position"));
    private static final Keyset<Stored> OLDEST_FIRST = Keyset.byNumber(ADDRESSES, "position", Stored::position);

    private final Map<AddressId, Control> known = new LinkedHashMap<>();
    private final ControlNews news = new ControlNews();

    record Stored(
            long account,
            long position,
            String uid,
            String ipAddress,
            @Nullable Long pageTabId,
            boolean isBlocked,
            Instant at) {

        MonitoredAddress shown() {
            return new MonitoredAddress(pageTabId, ipAddress, isBlocked, at);
        }

        Control told() {
            return new Control.MonitoredAddress(account, uid, ipAddress, pageTabId, isBlocked);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("addresses", List.of(ADDRESSES));
    }

    @EventHandler
    void on(AddressMonitored event, Recorded recorded, Documents.Batch documents) {
        Stored stored = stored(event, recorded);
        if (stored != null) {
            documents.put(ADDRESSES, event.address().toString(), stored);
        }
    }

    @EventHandler
    void on(AddressForgotten event, Documents.Batch documents) {
        documents.remove(ADDRESSES, event.address().toString());
    }

    /** Returns null for an address that was forgotten since: its value can no longer be decrypted. */
    private static @Nullable Stored stored(AddressMonitored event, Recorded recorded) {
        AddressId address = event.address();
        return event.ipAddress() == null
                ? null
                : new Stored(
                        address.account(),
                        recorded.position(),
                        address.uid(),
                        event.ipAddress(),
                        event.pageTabId(),
                        event.isBlocked(),
                        recorded.at());
    }

    @QueryHandler
    List<MonitoredAddress> find(FindMonitoredAddresses query, Documents documents) {
        return OLDEST_FIRST
                .all(documents, Where.equal("account", query.account()))
                .map(Stored::shown)
                .toList();
    }

    @Override
    public synchronized void load(Documents documents) {
        news.cutOff();
        known.clear();
        Keyset.byKey(ADDRESSES)
                .all(documents, Where.all())
                .forEach(stored -> known.put(new AddressId(stored.account(), stored.uid()), stored.told()));
    }

    @Override
    public synchronized void applied(List<Recorded> events) {
        for (Recorded recorded : events) {
            switch (recorded.event()) {
                case AddressMonitored event -> monitored(stored(event, recorded));
                case AddressForgotten event -> forgotten(event.address());
                default -> {}
            }
        }
    }

    private void monitored(@Nullable Stored stored) {
        if (stored != null) {
            known.put(new AddressId(stored.account(), stored.uid()), stored.told());
            news.tell(stored.told());
        }
    }

    private void forgotten(AddressId address) {
        if (known.remove(address) != null) {
            news.tell(new Control.ForgottenAddress(address.account(), address.uid()));
        }
    }

    @Override
    public synchronized Flux<Control> follow(long reached) {
        return news.follow(List.copyOf(known.values()), reached);
    }
}
