package encore.query.search.stores;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanAdopted;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.query.search.facts.FanFacts;
import encore.query.search.facts.FanFactsCodec;
import encore.query.search.index.FanIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stores the searchable facts of fans. */
public final class FanFactsStore implements FacetStore {

    private static final FanBuckets<FanFacts> FACTS =
            FanBuckets.of("facts", FanFactsCodec::encode, FanFactsCodec::decode);

    private record RegistrationEntry(FanId fan, long position, long at) {}

    @Override
    public List<Collection<?>> collections() {
        return List.of(FACTS.collection());
    }

    public void fold(FanEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        long at = recordedEvent.at().toEpochMilli();
        switch (event) {
            case FanRegistered registered -> {
                if (!isKnown(event.fan(), documents)) {
                    FACTS.put(event.fan(), FanFacts.of(registered, recordedEvent.position(), at), documents);
                }
            }
            case FanEvent.Change<?> change -> FACTS.change(event.fan(), facts -> facts.after(change, at), documents);
            case FanPasswordSet set -> touch(event.fan(), recordedEvent, documents);
            case FanTagsChanged change -> touch(event.fan(), recordedEvent, documents);
            case FanFieldsChanged change -> touch(event.fan(), recordedEvent, documents);
            case FanPropsChanged change -> touch(event.fan(), recordedEvent, documents);
            case FanAdopted adopted -> {}
            case FanErased erased -> FACTS.remove(event.fan(), documents);
        }
    }

    /** Sets the time of the last change, for a change that another store keeps. */
    void touch(FanId fan, RecordedEvent recordedEvent, Documents.Batch documents) {
        FACTS.change(fan, facts -> facts.withUpdated(recordedEvent.at().toEpochMilli()), documents);
    }

    /** Returns whether a fan is registered and not erased. */
    boolean isKnown(FanId fan, Documents documents) {
        return FACTS.get(fan, documents) != null;
    }

    /**
     * Numbers the fans in the order of their registration, before any facet is loaded. Documents come in no order, so
     * they are read twice rather than all kept in memory for it.
     */
    public void assignNumbers(Documents documents, FanIndex fanIndex) {
        List<RegistrationEntry> registrationEntries = new ArrayList<>();
        FACTS.forEach(
                documents,
                FanFactsCodec::header,
                (fan, begun) -> registrationEntries.add(new RegistrationEntry(fan, begun.position(), begun.at())));
        registrationEntries.sort(Comparator.comparingLong(RegistrationEntry::position));
        registrationEntries.forEach(one ->
                fanIndex.account(one.fan().account()).fans.register(one.fan().number(), one.position(), one.at()));
    }

    @Override
    public void load(Documents documents, FanIndex fanIndex) {
        FACTS.forEach(documents, fanIndex, (account, fan, facts) -> account.profileFacet.put(fan, facts));
    }
}
