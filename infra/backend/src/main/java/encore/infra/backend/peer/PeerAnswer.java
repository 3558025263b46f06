package encore.infra.backend.peer;

import encore.kernel.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * A node's answer to a command or a query: its result, or a refusal.
 *
 * @param number the position of a command's last event, or the lag of a query
 * @param isRepeat whether an earlier request with the same id was given this answer; null: it was not
 * @param handsOver whether other nodes should get the commands that follow; null for no
 * @param readAt the position that a query was answered at; null if it is not known
 */
public record PeerAnswer<R>(
        long number,
        @Nullable R found,
        @Nullable TransferredRefusal refused,
        @Nullable Boolean isRepeat,
        @Nullable Boolean handsOver,
        @Nullable Long readAt) {

    public PeerAnswer(long number, @Nullable R found, @Nullable TransferredRefusal refused) {
        this(number, found, refused, null, null);
    }

    public PeerAnswer(
            long number,
            @Nullable R found,
            @Nullable TransferredRefusal refused,
            @Nullable Boolean isRepeat,
            @Nullable Boolean handsOver) {
        this(number, found, refused, isRepeat, handsOver, null);
    }

    /** A {@link Refusal} in the form that nodes exchange. */
    public record TransferredRefusal(
            Refusal.Kind kind,
            String type,
            @Nullable String field,
            String sentence,
            Refusal.@Nullable LaterChange laterChange) {}

    /** Returns the answer to a query. */
    public static <R> PeerAnswer<R> found(long lag, R found, long position) {
        return new PeerAnswer<>(lag, found, null).readAt(position == 0 ? null : position);
    }

    private PeerAnswer<R> readAt(@Nullable Long position) {
        return new PeerAnswer<>(number, found, refused, isRepeat, handsOver, position);
    }

    public static PeerAnswer<?> refused(Refusal refusal) {
        return new PeerAnswer<>(
                0,
                null,
                new TransferredRefusal(
                        refusal.kind(), refusal.type(), refusal.field(), refusal.sentence(), refusal.laterChange()));
    }

    /** Returns the refusal for an answer that did not come in time. */
    public static Refusal timeoutRefusal() {
        return new Refusal(
                Refusal.Kind.UNAVAILABLE,
                "not-answered",
                "No answer came in time. The request may still be carried out: try again.");
    }

    /** Returns the result, or throws the {@link Refusal} if there is one. */
    public R get() {
        if (refused != null) {
            throw refused.laterChange() == null
                    ? new Refusal(refused.kind(), refused.type(), refused.field(), refused.sentence())
                    : Refusal.changedMeanwhile(refused.laterChange());
        }
        if (found == null) {
            throw new IllegalStateException("A node's answer contains neither a result nor a refusal");
        }
        return found;
    }
}
