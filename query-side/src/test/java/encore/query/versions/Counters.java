package encore.query.versions;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.Query;
import encore.query.projection.NonBlocking;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;

/** Little projections that the runtime's tests drive. */
public final class Counters {

    public sealed interface CounterEvent extends Event {}

    /** A count by nothing changes nothing. */
    public record Counted(String counter, long by) implements CounterEvent {}

    /** Changes two counters. */
    public record Moved(String from, String to, long by) implements CounterEvent {}

    public record Cleared(String counter) implements CounterEvent {}

    public record Ended(String counter) implements CounterEvent, Event.FinalEvent {}

    /** Nobody handles it. */
    public record Other() implements Event {}

    public record Counter(long account, String name, long sum, long lastPosition) {}

    /** Cannot be written as JSON. */
    public record Unwritable(String text) {

        @JsonValue
        String refuse() {
            throw new UnsupportedOperationException();
        }
    }

    public record FindCounter(long account, String name) implements Query<Counter> {}

    /** Up to where the documents are. */
    public record FindReached(long account) implements Query<Named> {}

    public record FindSum(long account) implements Query<Sum> {}

    public record FindNamed(long account, String name) implements Query<Named> {}

    public record FindSumAndCounter(long account, String name) implements Query<Sum> {}

    public record Sum(long sum) {}

    public record Named(String text) {}

    static final Collection<Counter> COUNTERS =
            Collection.of("counters", Counter.class, Index.on("account", "lastPosition"));

    static final Collection<Unwritable> UNWRITABLE = Collection.of("unwritable", Unwritable.class);

    private Counters() {}

    /** A document a counter; a counter called 'bad' throws while it is broken. */
    static class Documented implements Projection.Partitioned {

        final Set<String> bad = ConcurrentHashMap.newKeySet();

        @Override
        public Views.Shape shape() {
            return new Views.Shape("counters", List.of(COUNTERS, UNWRITABLE));
        }

        @Override
        public Stream<String> keys(RecordedEvent recordedEvent) {
            return switch ((CounterEvent) recordedEvent.event()) {
                case Counted counted ->
                    Stream.of(counted.counter(), "u").limit(counted.counter().equals("unwritable") ? 2 : 1);
                case Moved moved -> Stream.of(moved.from(), moved.to());
                case Cleared cleared -> Stream.of(cleared.counter());
                case Ended ended -> Stream.of(ended.counter());
            };
        }

        @EventHandler
        void on(Counted event, RecordedEvent recordedEvent, Documents.Batch documents) {
            if (event.by() == 0) {
                return;
            }
            add(event.counter(), event.by(), recordedEvent, documents);
            if (event.counter().equals("unwritable")) {
                documents.put(UNWRITABLE, "u", new Unwritable("u"));
            }
            if (bad.contains(event.counter())) {
                throw new UnsupportedOperationException("a person's name");
            }
        }

        @EventHandler
        void on(CounterEvent event, Documents.Batch documents) {
            switch (event) {
                case Cleared cleared -> documents.put(COUNTERS, cleared.counter(), new Counter(1, "", 0, 0));
                case Ended ended -> documents.remove(COUNTERS, ended.counter());
                case Counted counted -> throw new AssertionError(counted);
                case Moved moved -> throw new AssertionError(moved);
            }
        }

        @EventHandler
        void on(Moved event, RecordedEvent recordedEvent, Documents.Batch documents) {
            add(event.from(), -event.by(), recordedEvent, documents);
            add(event.to(), event.by(), recordedEvent, documents);
            if (bad.contains(event.to())) {
                documents.put(COUNTERS, "not derived from the event", new Counter(1, "", 0, 0));
            }
        }

        private static void add(String counter, long by, RecordedEvent recordedEvent, Documents.Batch documents) {
            Counter before = documents.get(COUNTERS, counter);
            long sum = (before == null ? 0 : before.sum()) + by;
            documents.put(COUNTERS, counter, new Counter(1, counter, sum, recordedEvent.position()));
        }

        @QueryHandler
        Named find(FindReached query, Documents documents) {
            return new Named(Long.toString(documents.position()));
        }

        @QueryHandler
        @Nullable
        Counter find(FindCounter query, Documents documents) {
            return documents.get(COUNTERS, query.name());
        }
    }

    /** The sum of all counters, in memory beside a document. */
    static class Summed implements Projection.InMemory {

        record Total(long sum) {}

        static final Collection<Total> TOTALS = Collection.of("totals", Total.class);

        private final CountDownLatch mayLoad;
        private volatile long sum;
        final Map<String, Integer> loads = new ConcurrentHashMap<>();

        Summed() {
            this(new CountDownLatch(0));
        }

        /** @param mayLoad is waited for before anything is loaded */
        Summed(CountDownLatch mayLoad) {
            this.mayLoad = mayLoad;
        }

        @Override
        public Views.Shape shape() {
            return new Views.Shape("sums", List.of(TOTALS));
        }

        @EventHandler
        void on(Counted event, Documents.Batch documents) {
            Total before = documents.get(TOTALS, "all");
            documents.put(TOTALS, "all", new Total((before == null ? 0 : before.sum()) + event.by()));
        }

        @Override
        public void load(Documents documents) {
            try {
                mayLoad.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            loads.merge("loads", 1, Integer::sum);
            Total total = documents.get(TOTALS, "all");
            sum = total == null ? 0 : total.sum();
        }

        @Override
        public void apply(List<RecordedEvent> events) {
            for (RecordedEvent recordedEvent : events) {
                sum += ((Counted) recordedEvent.event()).by();
            }
        }

        @NonBlocking
        @QueryHandler
        Sum find(FindSum query) {
            return new Sum(sum);
        }
    }

    /** Answers with the help of the others. */
    static class Asks implements Projection {

        record Seen(long position) {}

        static final Collection<Seen> SEEN = Collection.of("seen", Seen.class);

        private final QueryGateway queryGateway;
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();

        Asks(QueryGateway queryGateway) {
            this.queryGateway = queryGateway;
        }

        @Override
        public Views.Shape shape() {
            return new Views.Shape("asks", List.of(SEEN));
        }

        @EventHandler
        void on(Cleared event, RecordedEvent recordedEvent, Documents.Batch documents) {
            documents.put(SEEN, event.counter(), new Seen(recordedEvent.position()));
        }

        @QueryHandler
        Named find(FindNamed query, Documents documents) {
            Counter counter = queryGateway.ask(new FindCounter(query.account(), query.name()));
            List<Row<Seen>> seen = documents.find(SEEN, Where.all(), Order.byKey(), null, 10);
            return new Named(counter.name() + "=" + counter.sum() + "," + seen.size());
        }

        @NonBlocking
        @QueryHandler
        Sum find(FindSumAndCounter query) {
            threads.add(Thread.currentThread());
            Sum sum = queryGateway.ask(new FindSum(query.account()));
            Counter counter = queryGateway.ask(new FindCounter(query.account(), query.name()));
            return new Sum(sum.sum() + counter.sum());
        }
    }
}
