package encore.command;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the event store gives to handlers, kept in memory for the tests of aggregates. */
public final class Doubles {

    private Doubles() {}

    /** Streams that a test opens. */
    public static final class OpenStreams implements Streams {

        private final Set<String> open = new HashSet<>();

        public OpenStreams with(StreamId... streams) {
            for (StreamId stream : streams) {
                open.add(stream.toString());
            }
            return this;
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
        public void mustBeOpen(StreamId stream, String field) {
            if (!isOpen(stream)) {
                throw new Refusal(Refusal.Kind.RULE, "unknown", field, "There is none.");
            }
        }

        @Override
        public void mustBeKnown(StreamId stream) {
            if (!isOpen(stream)) {
                throw new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is none.");
            }
        }
    }

    /** Keys of one stream with the answers that they were given. */
    public static final class KeptAnswers implements Once {

        private record Kept(Object fingerprint, Object answer) {}

        private final Map<String, Kept> kept = new HashMap<>();

        public KeptAnswers with(String key, Object fingerprint, Object answer) {
            kept.put("client/" + key, new Kept(fingerprint, answer));
            return this;
        }

        public boolean knows(String key) {
            return kept.containsKey("client/" + key);
        }

        @Override
        public <R> R perKey(String key, Object fingerprint, Class<R> answer, Supplier<R> decide) {
            return once("client/" + key, fingerprint, answer, decide);
        }

        @Override
        public <R> R perAutomationKey(String key, Object fingerprint, Class<R> answer, Supplier<R> decide) {
            return once("automation/" + key, fingerprint, answer, decide);
        }

        private <R> R once(String key, Object fingerprint, Class<R> answer, Supplier<R> decide) {
            Kept known = kept.get(key);
            if (known == null) {
                R decided = decide.get();
                kept.put(key, new Kept(fingerprint, decided));
                return decided;
            }
            if (!known.fingerprint().equals(fingerprint)) {
                throw new Refusal(Refusal.Kind.RULE, "award-key-used", "award_key", "This key was used otherwise.");
            }
            return answer.cast(known.answer());
        }
    }

    /** Claims as if each were committed at once. */
    public static final class HeldClaims implements Claims {

        private final Map<Claim, String> owners = new HashMap<>();

        public HeldClaims with(Claim claim, StreamId owner) {
            owners.put(claim, owner.toString());
            return this;
        }

        @Override
        public @Nullable String owner(Claim claim) {
            return owners.get(claim);
        }

        @Override
        public void take(Claim claim, StreamId owner) {
            owners.put(claim, owner.toString());
        }

        @Override
        public void release(Claim claim, StreamId owner) {
            owners.remove(claim, owner.toString());
        }
    }
}
