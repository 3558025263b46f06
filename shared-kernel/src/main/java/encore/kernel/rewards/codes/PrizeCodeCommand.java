package encore.kernel.rewards.codes;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.names.StoredName;
import encore.kernel.rewards.RewardId;
import java.util.List;

/** The commands of prize codes. Each answers how many codes there are. */
public sealed interface PrizeCodeCommand extends Command<PrizeCodeCount> {

    /**
     * Adds codes to an undeleted reward of type prize_code (decisions: rewards). The path names the reward.
     *
     * @param prizeCodes 1 to {@value PrizeCodes#MAX_OF_A_CALL}, each once
     */
    record AddPrizeCodes(RewardId reward, List<String> prizeCodes) implements PrizeCodeCommand {
        public AddPrizeCodes {
            prizeCodes = List.copyOf(prizeCodes);
        }

        @Override
        public StreamId stream() {
            return reward;
        }

        @Override
        public String toString() {
            return "AddPrizeCodes[" + reward + ", " + prizeCodes.size() + "]";
        }
    }

    /** Stores codes, whether the reward was created yet or not. */
    record StorePrizeCodes(PrizeCodesId codes, List<String> prizeCodes) implements PrizeCodeCommand {
        public StorePrizeCodes {
            prizeCodes = List.copyOf(prizeCodes);
        }

        @Override
        public PrizeCodesId stream() {
            return codes;
        }

        @Override
        public String toString() {
            return "StorePrizeCodes[" + codes + ", " + prizeCodes.size() + "]";
        }
    }

    /** Answers how many codes there are, for a decision of the reward. It changes nothing. */
    @StoredName("TellPrizeCodes")
    record ReadPrizeCodes(PrizeCodesId codes) implements PrizeCodeCommand {
        @Override
        public PrizeCodesId stream() {
            return codes;
        }
    }
}
