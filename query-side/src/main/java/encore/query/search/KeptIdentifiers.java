package encore.query.search;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.query.search.Identifiers.Identifier;
import java.util.List;
import java.util.function.UnaryOperator;

/** Stores the identifiers of fans on networks. */
final class KeptIdentifiers implements Kept {

    private static final Packed<Identifiers> IDENTIFIERS =
            Packed.of("identifiers_of_fans", Identifiers::bytes, Identifiers::read);

    private final KeptFacts facts;

    KeptIdentifiers(KeptFacts facts) {
        this.facts = facts;
    }

    @Override
    public List<Collection<?>> collections() {
        return List.of(IDENTIFIERS.collection());
    }

    void fold(IdentifierEvent event, Recorded recorded, Documents.Batch documents) {
        FanId fan = event.subject();
        switch (event) {
            case IdentifierAdded added -> {
                facts.touch(fan, recorded, documents);
                // An event without a value belongs to an erased fan.
                if (added.value() != null) {
                    var one = new Identifier(added.network(), added.value());
                    change(fan, identifiers -> identifiers.with(one), documents);
                }
            }
            case IdentifierRemoved removed -> {
                facts.touch(fan, recorded, documents);
                if (removed.value() != null) {
                    var one = new Identifier(removed.network(), removed.value());
                    change(fan, identifiers -> identifiers.without(one), documents);
                }
            }
            case IdentifiersForgotten forgotten -> forget(fan, documents);
        }
    }

    void forget(FanId fan, Documents.Batch documents) {
        IDENTIFIERS.remove(fan, documents);
    }

    private void change(FanId fan, UnaryOperator<Identifiers> change, Documents.Batch documents) {
        if (!facts.isKnown(fan, documents)) {
            return;
        }
        Identifiers before = IDENTIFIERS.get(fan, documents);
        Identifiers after = change.apply(before == null ? Identifiers.NONE : before);
        if (after.all().isEmpty()) {
            IDENTIFIERS.remove(fan, documents);
        } else {
            IDENTIFIERS.put(fan, after, documents);
        }
    }

    @Override
    public void load(Documents documents, FansInMemory memory) {
        IDENTIFIERS.forEach(documents, memory, (account, fan, identifiers) -> account.networks.put(fan, identifiers));
    }
}
