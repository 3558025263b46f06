package encore.query.search;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.query.projection.Chunk;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import encore.query.search.Identifiers.Identifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** What fans are searched by: in packed documents, and in memory, from where searches are answered. */
@Component
class FanIndexProjection implements Projection.InMemory {

    private static final Packed<FanFacts> FACTS = Packed.of("facts", FactBytes::write, FactBytes::read);
    private static final Packed<Identifiers> IDENTIFIERS =
            Packed.of("identifiers_of_facts", Identifiers::bytes, Identifiers::read);
    private static final Collection<Chunk> ACTIVE = Collection.of("active_days", Chunk.class);

    private static final int SOME = 500;

    private volatile FansInMemory memory = new FansInMemory();

    /** The last event that the memory knows. */
    private long reached;

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_index", List.of(FACTS.collection(), IDENTIFIERS.collection(), ACTIVE));
    }

    @EventHandler
    void on(FanRegistered event, Recorded recorded, Documents.Batch documents) {
        if (FACTS.get(event.fan(), documents) == null) {
            FACTS.put(
                    event.fan(),
                    FanFacts.of(event, recorded.position(), recorded.at().toEpochMilli()),
                    documents);
        }
    }

    @EventHandler
    void on(FanEvent.Change<?> event, Recorded recorded, Documents.Batch documents) {
        FACTS.change(event.fan(), facts -> facts.after(event, recorded.at().toEpochMilli()), documents);
    }

    @EventHandler
    void on(FanPasswordSet event, Recorded recorded, Documents.Batch documents) {
        touch(event.fan(), recorded, documents);
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        FACTS.remove(event.fan(), documents);
        IDENTIFIERS.remove(event.fan(), documents);
    }

    @EventHandler
    void on(IdentifierAdded event, Recorded recorded, Documents.Batch documents) {
        touch(event.subject(), recorded, documents);
        if (event.value() != null) {
            Identifier added = new Identifier(event.network(), event.value());
            identify(event.subject(), identifiers -> identifiers.with(added), documents);
        }
    }

    @EventHandler
    void on(IdentifierRemoved event, Recorded recorded, Documents.Batch documents) {
        touch(event.subject(), recorded, documents);
        if (event.value() != null) {
            Identifier removed = new Identifier(event.network(), event.value());
            identify(event.subject(), identifiers -> identifiers.without(removed), documents);
        }
    }

    @EventHandler
    void on(IdentifiersForgotten event, Documents.Batch documents) {
        IDENTIFIERS.remove(event.subject(), documents);
    }

    private static void identify(FanId fan, UnaryOperator<Identifiers> change, Documents.Batch documents) {
        // Who is erased has nothing.
        if (FACTS.get(fan, documents) == null) {
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

    private static void touch(FanId fan, Recorded recorded, Documents.Batch documents) {
        FACTS.change(fan, facts -> facts.touched(recorded.at().toEpochMilli()), documents);
    }

    @EventHandler
    void on(ActivityRecorded event, Recorded recorded, Documents.Batch documents) {
        String key = Chunk.key(recorded.position());
        documents.put(
                ACTIVE,
                key,
                Chunk.with(
                        documents.get(ACTIVE, key),
                        recorded.position(),
                        recorded.at().toEpochMilli(),
                        Long.toString(event.fan().account()),
                        event.fan().number(),
                        0));
    }

    /** Made aside: who reads goes on reading what there was. */
    @Override
    public void load(Documents documents) {
        FansInMemory loaded = new FansInMemory();
        loaded.write(() -> load(loaded, documents));
        reached = documents.position();
        memory = loaded;
    }

    private record Registration(FanId fan, long position, long at) {}

    private static void load(FansInMemory memory, Documents documents) {
        // Documents are in no order, numbers are in that of registration.
        List<Registration> registrations = new ArrayList<>();
        FACTS.forEach(
                documents,
                (fan, facts) -> registrations.add(new Registration(fan, facts.position(), facts.created())));
        registrations.sort(Comparator.comparingLong(Registration::position));
        registrations.forEach(one -> memory.account(one.fan())
                .fans
                .register(one.fan().number(), one.position(), one.at()));
        FACTS.forEach(documents, (fan, facts) -> {
            FansOfAccount account = memory.account(fan);
            account.profiles.put(account.fans.find(fan.number()), facts);
        });
        IDENTIFIERS.forEach(documents, (fan, identifiers) -> {
            FansOfAccount account = memory.account(fan);
            account.networks.put(account.fans.find(fan.number()), identifiers);
        });
        Keyset.byKey(ACTIVE)
                .all(documents, Where.all())
                .forEach(chunk -> chunk.forEach((position, at, account, fan, count) ->
                        memory.account(new FanId(Long.parseLong(account), fan)).active(fan, at)));
    }

    @Override
    public void applied(List<Recorded> events) {
        // Readers are let in between, so that a replay does not hold them up.
        for (int from = 0; from < events.size(); from += SOME) {
            List<Recorded> some = events.subList(from, Math.min(events.size(), from + SOME));
            memory.write(() -> some.forEach(this::apply));
        }
    }

    private void apply(Recorded recorded) {
        if (recorded.position() <= reached) {
            // A dead letter that was tried again: numbers are in the order of the log, so all is loaded anew.
            throw new IllegalStateException("An event came late");
        }
        reached = recorded.position();
        memory.apply(recorded);
    }

    @QueryHandler
    List<Long> find(FindMatchingFans query) {
        return memory.matching(query);
    }
}
