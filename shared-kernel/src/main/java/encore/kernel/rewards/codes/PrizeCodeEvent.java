package encore.kernel.rewards.codes;

import encore.kernel.Event;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to the prize codes of a reward. They have a key of their own, which outlives the reward: a
 * code that was won stays readable.
 */
public sealed interface PrizeCodeEvent extends Event {

    PrizeCodesId codes();

    /**
     * Codes were added, at most {@value PrizeCodes#CHUNK} by one event. It may come before the creation of the reward.
     *
     * @param first the index of the first of them, from 0
     * @param count the number of codes
     * @param prizeCodes the codes, separated by line feeds
     */
    @Revision("1")
    record PrizeCodesAdded(
            @PublishedValue PrizeCodesId codes,
            long first,
            @PublishedValue int count,
            @Secret @PersonalData @Nullable String prizeCodes)
            implements PrizeCodeEvent {

        /** Makes the event of a chunk. */
        public static PrizeCodesAdded of(PrizeCodesId codes, long first, List<String> chunk) {
            return new PrizeCodesAdded(codes, first, chunk.size(), String.join("\n", chunk));
        }

        /** Returns the codes in order; none when they are unreadable. */
        public List<String> list() {
            return prizeCodes == null ? List.of() : List.of(prizeCodes.split("\n", -1));
        }

        @Override
        public PrizeCodesId subject() {
            return codes;
        }
    }
}
