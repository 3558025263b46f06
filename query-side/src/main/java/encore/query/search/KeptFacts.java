package encore.query.search;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stores the searchable facts of fans. */
final class KeptFacts implements Kept {

    private static final Packed<FanFacts> FACTS = Packed.of("facts", FactBytes::write, FactBytes::read);

    private record Registration(FanId fan, long position, long at) {}

    @Override
    public List<Collection<?>> collections() {
        return List.of(FACTS.collection());
    }

    void fold(FanEvent event, Recorded recorded, Documents.Batch documents) {
        long at = recorded.at().toEpochMilli();
        switch (event) {
            case FanRegistered registered -> {
                if (!isKnown(event.fan(), documents)) {
                    FACTS.put(event.fan(), FanFacts.of(registered, recorded.position(), at), documents);
                }
            }
            case FanEvent.Change<?> change -> FACTS.change(event.fan(), facts -> facts.after(change, at), documents);
            case FanPasswordSet set -> touch(event.fan(), recorded, documents);
            case FanTagsChanged change -> touch(event.fan(), recorded, documents);
            case FanFieldsChanged change -> touch(event.fan(), recorded, documents);
            case FanErased erased -> FACTS.remove(event.fan(), documents);
        }
    }

    /** Sets the time of the last change, for a change that another store keeps. */
    void touch(FanId fan, Recorded recorded, Documents.Batch documents) {
        FACTS.change(fan, facts -> facts.touched(recorded.at().toEpochMilli()), documents);
    }

    /** Returns whether a fan is registered and not erased. */
    boolean isKnown(FanId fan, Documents documents) {
        return FACTS.get(fan, documents) != null;
    }

    /**
     * Numbers the fans in the order of their registration, before any facet is loaded. Documents come in no order, so
     * they are read twice rather than all kept in memory for it.
     */
    void number(Documents documents, FansInMemory memory) {
        List<Registration> registrations = new ArrayList<>();
        FACTS.forEach(
                documents,
                FactBytes::registration,
                (fan, begun) -> registrations.add(new Registration(fan, begun.position(), begun.at())));
        registrations.sort(Comparator.comparingLong(Registration::position));
        registrations.forEach(one ->
                memory.account(one.fan().account()).fans.register(one.fan().number(), one.position(), one.at()));
    }

    @Override
    public void load(Documents documents, FansInMemory memory) {
        FACTS.forEach(documents, memory, (account, fan, facts) -> account.profiles.put(fan, facts));
    }
}
