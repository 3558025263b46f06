package encore.query.search.stores;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.query.search.facts.FanIdentifiers;
import encore.query.search.facts.FanIdentifiers.NetworkIdentifier;
import encore.query.search.index.FanIndex;
import java.util.List;
import java.util.function.UnaryOperator;

/** Stores the identifiers of fans on networks. */
public final class IdentifierStore implements FacetStore {

    private static final FanBuckets<FanIdentifiers> IDENTIFIERS =
            FanBuckets.of("identifiers_of_fans", FanIdentifiers::encode, FanIdentifiers::decode);

    private final FanFactsStore facts;

    public IdentifierStore(FanFactsStore facts) {
        this.facts = facts;
    }

    @Override
    public List<Collection<?>> collections() {
        return List.of(IDENTIFIERS.collection());
    }

    public void fold(IdentifierEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.subject();
        switch (event) {
            case IdentifierAdded added -> {
                facts.touch(fan, recordedEvent, documents);
                // An event without a value belongs to an erased fan.
                if (added.value() != null) {
                    var one = new NetworkIdentifier(added.network(), added.value());
                    change(fan, fanIdentifiers -> fanIdentifiers.with(one), documents);
                }
            }
            case IdentifierRemoved removed -> {
                facts.touch(fan, recordedEvent, documents);
                if (removed.value() != null) {
                    var one = new NetworkIdentifier(removed.network(), removed.value());
                    change(fan, fanIdentifiers -> fanIdentifiers.without(one), documents);
                }
            }
            case IdentifiersForgotten forgotten -> forget(fan, documents);
        }
    }

    public void forget(FanId fan, Documents.Batch documents) {
        IDENTIFIERS.remove(fan, documents);
    }

    private void change(FanId fan, UnaryOperator<FanIdentifiers> change, Documents.Batch documents) {
        if (!facts.isKnown(fan, documents)) {
            return;
        }
        FanIdentifiers previous = IDENTIFIERS.get(fan, documents);
        FanIdentifiers after = change.apply(previous == null ? FanIdentifiers.NONE : previous);
        if (after.all().isEmpty()) {
            IDENTIFIERS.remove(fan, documents);
        } else {
            IDENTIFIERS.put(fan, after, documents);
        }
    }

    @Override
    public void load(Documents documents, FanIndex fanIndex) {
        IDENTIFIERS.forEach(
                documents, fanIndex, (account, fan, fanIdentifiers) -> account.networks.put(fan, fanIdentifiers));
    }
}
