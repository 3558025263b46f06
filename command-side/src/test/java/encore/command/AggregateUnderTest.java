package encore.command;

import encore.command.axon.CommandStreamResolver;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.infra.eventstore.handlers.EndedStreamGuard;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.axonframework.test.aggregate.AggregateTestFixture;
import org.axonframework.test.aggregate.TestExecutor;
import org.hamcrest.Description;
import org.hamcrest.Matcher;
import org.hamcrest.TypeSafeMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Axon's fixture with what our runtime gives to handlers. What stands beside the stream is said before {@code given}:
 * {@code ledger.streams.open(fan)}, {@code ledger.once.used("quest-7", 50L, answer)}, {@code fan.claims.held(claim, owner)}.
 */
public final class AggregateUnderTest<T> extends AggregateTestFixture<T> {

    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    public final OpenStreams streams = new OpenStreams();
    public final UsedKeys once = new UsedKeys();
    public final HeldClaims claims = new HeldClaims();
    public final MadeKeys subjectKeys = new MadeKeys();
    public final WrittenFacts facts = new WrittenFacts();

    private boolean ended;

    public AggregateUnderTest(Class<T> type) {
        super(type);
        registerHandlerEnhancerDefinition(new EndedStreamGuard(stream -> ended));
        registerCommandTargetResolver(new CommandStreamResolver());
        registerInjectableResource(streams);
        registerInjectableResource(once);
        registerInjectableResource(claims);
        registerInjectableResource(subjectKeys);
        registerInjectableResource(facts);
        registerInjectableResource(NOW);
    }

    @Override
    public TestExecutor<T> given(List<?> events) {
        ended = events.stream().anyMatch(Event.FinalEvent.class::isInstance);
        return super.given(events);
    }

    /** For {@code expectException}: a Refusal of that kind and type. */
    public static Matcher<?> refusal(Refusal.Kind kind, String type) {
        return new TypeSafeMatcher<Object>() {
            @Override
            protected boolean matchesSafely(Object thrown) {
                return thrown instanceof Refusal refusal
                        && refusal.kind() == kind
                        && refusal.type().equals(type);
            }

            @Override
            public void describeTo(Description description) {
                description.appendText("a Refusal " + kind + " " + type);
            }
        };
    }

    /** Streams that exist and have not ended: those said to be open. */
    public static final class OpenStreams implements Streams {
        private final Set<String> open = new HashSet<>();
        private final Map<String, Event> firsts = new HashMap<>();
        private final Map<String, Long> began = new HashMap<>();
        private final Map<String, Place> places = new HashMap<>();

        public OpenStreams open(StreamId stream) {
            open.add(stream.toString());
            return this;
        }

        /** One that is open and began there. */
        public OpenStreams begunAt(StreamId stream, long position) {
            began.put(stream.toString(), position);
            return open(stream);
        }

        /** An event of a stream that stands there. */
        public OpenStreams standing(StreamId stream, long sequence, long position) {
            return standing(stream, sequence, position, NOW);
        }

        /** An event of a stream that stands there since then. */
        public OpenStreams standing(StreamId stream, long sequence, long position, Instant at) {
            places.put(stream + "#" + sequence, new Place(position, at));
            return this;
        }

        @Override
        public @Nullable Place place(StreamId stream, long sequence) {
            Long first = sequence == 0 ? began.get(stream.toString()) : null;
            return first == null ? places.get(stream + "#" + sequence) : new Place(first, NOW);
        }

        @Override
        public long lastPosition(StreamId stream) {
            return firstPosition(stream);
        }

        /** One that is open and began so. */
        public OpenStreams begun(StreamId stream, Event first) {
            firsts.put(stream.toString(), first);
            return open(stream);
        }

        public OpenStreams ended(StreamId stream) {
            open.remove(stream.toString());
            return this;
        }

        @Override
        public boolean isOpen(StreamId stream) {
            return open.contains(stream.toString());
        }

        @Override
        public <E extends Event> @Nullable E firstEvent(StreamId stream, Class<E> type) {
            return type.cast(firsts.get(stream.toString()));
        }
    }

    /** Keys of the stream under test: those said to be used, and those used since. */
    public static final class UsedKeys implements Once {
        private final Map<String, Object> fingerprints = new HashMap<>();
        private final Map<String, Object> answers = new HashMap<>();

        public UsedKeys used(String key, Object fingerprint, Object answer) {
            fingerprints.put(key, fingerprint);
            answers.put(key, answer);
            return this;
        }

        @Override
        public <R> R perKey(Key key, Object fingerprint, Class<R> answer, Supplier<R> decide) {
            Once.mustBeComplete(answer);
            if (!answers.containsKey(key.value())) {
                R first = decide.get();
                used(key.value(), fingerprint, first);
                return first;
            }
            if (!Objects.equals(String.valueOf(fingerprints.get(key.value())), String.valueOf(fingerprint))) {
                throw key.conflictRefusal();
            }
            return answer.cast(answers.get(key.value()));
        }
    }

    /** Claims: those said to be held, and those taken since. */
    public static final class HeldClaims implements Claims {
        public final Map<Claim, String> held = new HashMap<>();
        public final List<Set<Claim>> askedAtOnce = new ArrayList<>();
        /** The spaces of the claims that were taken or released since somebody cleared this. */
        public final Set<String> changedSpaces = new HashSet<>();

        public HeldClaims held(Claim claim, StreamId owner) {
            held.put(claim, owner.toString());
            return this;
        }

        @Override
        public String ownerOf(Claim claim) {
            return held.get(claim);
        }

        @Override
        public Map<Claim, String> ownersOf(Collection<Claim> claims) {
            askedAtOnce.add(Set.copyOf(claims));
            return Claims.super.ownersOf(claims);
        }

        @Override
        public void take(Claim claim, StreamId owner) {
            changedSpaces.add(claim.space());
            held.put(claim, owner.toString());
        }

        @Override
        public void release(Claim claim, StreamId owner) {
            changedSpaces.add(claim.space());
            held.remove(claim, owner.toString());
        }
    }

    /** Keeps the facts that were recorded, and answers events at given positions. */
    public static final class WrittenFacts implements Facts {
        public final Map<String, Event> written = new LinkedHashMap<>();
        private final Map<Long, Event> at = new HashMap<>();

        public WrittenFacts standing(long position, Event event) {
            at.put(position, event);
            return this;
        }

        @Override
        public void record(StreamId stream, Event event) {
            written.put(stream.toString(), event);
        }

        @Override
        public void end(StreamId stream, long sequence, Event.FinalEvent event) {
            written.put(stream.toString(), event);
        }

        @Override
        public <E extends Event> @Nullable E eventAt(long position, Class<E> type) {
            return type.isInstance(at.get(position)) ? type.cast(at.get(position)) : null;
        }
    }

    /** The subjects that a key was made for. */
    public static final class MadeKeys implements SubjectKeys {
        public final Set<String> made = new HashSet<>();

        @Override
        public void create(StreamId subject) {
            made.add(subject.toString());
        }
    }
}
