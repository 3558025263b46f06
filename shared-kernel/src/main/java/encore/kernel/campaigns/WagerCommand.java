package encore.kernel.campaigns;

import encore.kernel.Command;
import encore.kernel.Patch;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of a wager; each answers the wager that it was about. What it is below stood in the path. */
public sealed interface WagerCommand extends Command<Wager> {

    WagerId wager();

    @Override
    default WagerId stream() {
        return wager();
    }

    /** Offers a wager. Its uid was minted before the command. */
    record OfferWager(WagerId wager, WagerDetails details) implements WagerCommand {}

    /**
     * Changes a wager, or says how it ended: then nothing of it changes any more. The uid stood in the path.
     *
     * @param result null where nothing is said
     */
    record ChangeWager(
            WagerId wager,
            Patch<WagerDetails> change,
            @Nullable WagerResult result) implements WagerCommand {}

    /** Asks what is offered, where it has not ended; nothing happens. The uid stood in the path. */
    record CheckOffer(WagerId wager) implements WagerCommand {}

    /** Takes a wager back that has not ended: stakes are given back. The uid stood in the path. */
    record WithdrawWager(WagerId wager) implements WagerCommand {}
}
