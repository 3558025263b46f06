package encore.query.identifiers;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.identifiers.IdentifierQuery.FindFanIdentifiers;
import encore.kernel.identifiers.IdentifierQuery.FindIdentified;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.identifiers.IdentifierQuery.SearchIdentifiers;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps identifiers by their value, and all identifiers of a fan in one document for queries and erasure. */
@Component
class IdentifiersProjection implements Projection {

    private static final Collection<FanIdentifier> BY_NAME =
            Collection.of("by_name", FanIdentifier.class, Index.on("accountId", "network", "creationTimestamp"));
    private static final Keyset<FanIdentifier> OLDEST_FIRST =
            Keyset.byTime(BY_NAME, "creationTimestamp", FanIdentifier::creationTimestamp);
    private static final Collection<StoredIdentifiers> BY_FAN = Collection.of("by_fan", StoredIdentifiers.class);

    /** All identifiers of one fan, oldest first. A fan has only a few. */
    record StoredIdentifiers(List<FanIdentifier> identifiers) {

        static final StoredIdentifiers NONE = new StoredIdentifiers(List.of());

        StoredIdentifiers {
            identifiers = List.copyOf(identifiers);
        }

        StoredIdentifiers with(FanIdentifier added) {
            List<FanIdentifier> all = new ArrayList<>(without(added.network(), added.identifierValue()).identifiers);
            all.add(added);
            return new StoredIdentifiers(all);
        }

        StoredIdentifiers without(String network, String value) {
            return new StoredIdentifiers(identifiers.stream()
                    .filter(one -> !one.network().equals(network)
                            || !one.identifierValue().equals(value))
                    .toList());
        }
    }

    private final QueryGateway queryGateway;

    IdentifiersProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("identifiers", List.of(BY_NAME, BY_FAN));
    }

    @EventHandler
    void on(IdentifierAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        // The value is missing when the fan was erased.
        if (event.value() != null) {
            FanId fan = event.identifiers().fan();
            var added =
                    new FanIdentifier(fan.account(), fan.number(), event.network(), event.value(), recordedEvent.at());
            documents.put(BY_NAME, key(added), added);
            documents.put(BY_FAN, fan.toString(), ofFan(fan, documents).with(added));
        }
    }

    @EventHandler
    void on(IdentifierRemoved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.value() != null) {
            FanId fan = event.identifiers().fan();
            documents.remove(BY_NAME, key(fan.account(), event.network(), event.value()));
            StoredIdentifiers remaining = ofFan(fan, documents).without(event.network(), event.value());
            if (remaining.identifiers().isEmpty()) {
                documents.remove(BY_FAN, fan.toString());
            } else {
                documents.put(BY_FAN, fan.toString(), remaining);
            }
        }
    }

    @EventHandler
    void on(IdentifiersForgotten event, RecordedEvent recordedEvent, Documents.Batch documents) {
        removeAll(event.identifiers().fan(), documents);
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        removeAll(event.fan(), documents);
    }

    private static void removeAll(FanId fan, Documents.Batch documents) {
        for (FanIdentifier identifier : ofFan(fan, documents).identifiers()) {
            documents.remove(BY_NAME, key(identifier));
        }
        documents.remove(BY_FAN, fan.toString());
    }

    private static StoredIdentifiers ofFan(FanId fan, Documents documents) {
        StoredIdentifiers known = documents.get(BY_FAN, fan.toString());
        return known == null ? StoredIdentifiers.NONE : known;
    }

    private static String key(FanIdentifier identifier) {
        return key(identifier.accountId(), identifier.network(), identifier.identifierValue());
    }

    /** The length keeps network and value apart. */
    private static String key(long account, String network, String value) {
        return account + "." + network.length() + "." + network + "." + value;
    }

    @QueryHandler
    List<FanIdentifier> find(SearchIdentifiers query, Documents documents) {
        if (query.value() != null) {
            FanIdentifier found = documents.get(BY_NAME, key(query.account(), query.network(), query.value()));
            return found == null ? List.of() : List.of(found);
        }
        Where condition = Where.all(Where.equal("accountId", query.account()), Where.equal("network", query.network()));
        return OLDEST_FIRST.all(documents, condition).limit(query.limit()).toList();
    }

    @QueryHandler
    List<FanIdentifier> find(FindFanIdentifiers query, Documents documents) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        return ofFan(new FanId(query.account(), query.fanId()), documents).identifiers().stream()
                .filter(one -> query.network() == null || query.network().equals(one.network()))
                .filter(one -> query.value() == null || query.value().equals(one.identifierValue()))
                .toList();
    }

    @QueryHandler
    List<FanIdentifier> find(FindIdentified query, Documents documents) {
        List<String> keys = query.values().stream()
                .map(value -> key(query.account(), query.network(), value))
                .toList();
        Map<String, FanIdentifier> found = documents.getAll(BY_NAME, keys);
        return keys.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    @QueryHandler
    List<FanIdentifier> find(FindIdentifiers query, Documents documents) {
        List<String> keys = query.fanIds().stream()
                .map(fan -> new FanId(query.account(), fan).toString())
                .toList();
        Map<String, StoredIdentifiers> found = documents.getAll(BY_FAN, keys);
        return keys.stream()
                .map(key -> found.getOrDefault(key, StoredIdentifiers.NONE))
                .flatMap(fan -> fan.identifiers().stream())
                .toList();
    }
}
